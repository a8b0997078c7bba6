/** Header-like fields of a report: name in lower case → values, in their order. */
export type Fields = ReadonlyMap<string, readonly string[]>;

const FIELD = /^([!-9;-~]+)[ \t]*:[ \t]*(.*)$/;

/** The groups of fields of a message/delivery-status part: blank lines stand between them (RFC 3464 §2.1). */
export function parseFieldGroups(text: string): Fields[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map(parseFields)
    .filter((fields) => fields.size > 0);
}

/** Fields of one group, unfolded (RFC 5322 §2.2.3); lines that are none are left out. */
export function parseFields(group: string): Fields {
  const fields = new Map<string, string[]>();
  for (const line of group.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value] = FIELD.exec(line) ?? [];
    if (name === undefined) continue;
    const known = fields.get(name.toLowerCase());
    if (known) known.push(value?.trim() ?? '');
    else fields.set(name.toLowerCase(), [value?.trim() ?? '']);
  }
  return fields;
}

/** The first value of a field; empty ones count as absent. */
export function fieldOf(fields: Fields, name: string): string | undefined {
  return fields.get(name)?.[0] || undefined;
}

/** The value behind the type that RFC 3464 §2.1.2 puts before it: `rfc822; ada@example.com`. */
export function withoutType(value: string | undefined): string | undefined {
  return value?.replace(/^\s*[\w-]+\s*;\s*/, '').trim() || undefined;
}
