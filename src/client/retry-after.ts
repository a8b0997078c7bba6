/**
 * Milliseconds that a `Retry-After` header asks to wait (RFC 9110, section 10.2.3): a number of
 * seconds or an HTTP date. Undefined without one, or when it can't be read.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  // Only a date: Date.parse would make something even of "-1".
  if (!/[a-z]{3}.*\d{2}:\d{2}/i.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
