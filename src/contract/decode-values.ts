/** Values of a JSON answer, each undefined where it is not of the kind that was asked for. */

export type JsonFields = Readonly<Record<string, unknown>>;

export function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Record<string, unknown>)[name];
}

export function findIdentifier({ id, _id }: JsonFields): string | undefined {
  return identifier(id) ?? identifier(_id);
}

/** A longer identifier is invalid: identifiers go into paths, files and errors. */
const MAX_ID_LENGTH = 200;
/** Control characters, those that steer the direction of text, and blanks other than the ASCII one. */
const FOREIGN_TO_AN_ID = /(?! )[\p{C}\p{Z}]/u;

export function textOrNumber(value: unknown): string | undefined {
  return text(value) || number(value)?.toString();
}

export function identifier(value: unknown): string | undefined {
  const id = textOrNumber(value);
  if (id === undefined || id.length > MAX_ID_LENGTH || FOREIGN_TO_AN_ID.test(id)) return undefined;
  return id;
}

/** Text that is shown and kept; no service has more to say about a batch or an address. */
const MAX_TEXT_LENGTH = 1000;

export function bounded(value: string | undefined): string | undefined {
  return value !== undefined && value.length > MAX_TEXT_LENGTH
    ? value.slice(0, MAX_TEXT_LENGTH)
    : value;
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A time of ISO 8601, in milliseconds since the epoch. */
export function time(value: unknown): number | undefined {
  const at = Date.parse(text(value) ?? '');
  return Number.isNaN(at) ? undefined : at;
}

function number(value: unknown): number | undefined {
  return Number.isFinite(value) ? (value as number) : undefined;
}

export function count(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

export function isObject(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
