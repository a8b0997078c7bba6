/** The fields that have a value: an option that is undefined must not hide a default. */
export function withoutUndefined<T extends object>(
  fields: T,
): { [name in keyof T]?: Exclude<T[name], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [name in keyof T]?: Exclude<T[name], undefined> };
}
