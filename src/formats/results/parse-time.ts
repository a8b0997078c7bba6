/** `2026-03-10 08:15:00`, with or without seconds, fractions and a zone; UTC where none is named. */
const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;

/** Milliseconds since the epoch; undefined for what is no ISO 8601 time: other forms are ambiguous. */
export function parseTime(text: string): number | undefined {
  const [, day, time = '00:00', zone = 'Z'] = TIME.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  const at = Date.parse(`${day}T${time}${zone.replace(/^utc$/i, 'Z').toUpperCase()}`);
  return Number.isNaN(at) ? undefined : at;
}
