import { MAX_FIELD } from './bounds.ts';

/** Header-like fields of a report: name in lower case → values, in their order. */
export type ReportFields = ReadonlyMap<string, readonly string[]>;

const NAME = /^[!-9;-~]{1,100}$/;

/** The groups of fields of a message/delivery-status part: blank lines stand between them (RFC 3464 §2.1). */
export function parseFieldGroups(text: string): ReportFields[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map(parseFields)
    .filter((fields) => fields.size > 0);
}

/** Fields of one group, unfolded (RFC 5322 §2.2.3), each within bounds; other lines are left out. */
export function parseFields(group: string): ReportFields {
  const fields = new Map<string, string[]>();
  const unfolded = group.replace(/\r\n?/g, '\n').replace(/\n[ \t]+/g, ' ');
  for (const line of unfolded.split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trimEnd().toLowerCase();
    if (!NAME.test(name)) continue;
    const value = line
      .slice(colon + 1)
      .trimStart()
      .slice(0, MAX_FIELD)
      .trimEnd();
    const known = fields.get(name);
    if (known) known.push(value);
    else fields.set(name, [value]);
  }
  return fields;
}

/** The first value of a field; empty ones count as absent. */
export function fieldOf(fields: ReportFields, name: string): string | undefined {
  return fields.get(name)?.[0] || undefined;
}

/** The value behind the type that RFC 3464 §2.1.2 puts before it: `rfc822; ada@example.com`. */
export function withoutType(value: string | undefined): string | undefined {
  const end = value?.indexOf(';') ?? -1;
  const hasType = end !== -1 && /^[\w-]+$/.test(value?.slice(0, end).trim() ?? '');
  return (hasType ? value?.slice(end + 1) : value)?.trim() || undefined;
}
