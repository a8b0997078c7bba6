/** A time in milliseconds since the Unix epoch as ISO 8601 (UTC). */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

export function isoOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : isoTime(at);
}

/** The same to the minute, for people: `2026-11-24 15:44`. */
export function minuteText(at: number): string {
  return isoTime(at).slice(0, 16).replace('T', ' ');
}
