/** A time in milliseconds since the Unix epoch as ISO 8601 (UTC). */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

export function isoOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}
