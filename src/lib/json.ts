/** An object of JSON whose fields are not checked yet. */
export type JsonObject = Record<string, unknown>;

/** True for `{…}`: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
