/** What the answer of Verify Email says about how it came about, beside the part that every result has. */

/** The reply of a mail host (RFC 5321 §4.2). */
export interface Reply {
  readonly code: number;
  /** Enhanced status code (RFC 3463). */
  readonly enhanced?: string | undefined;
  /** In one line. */
  readonly text: string;
}

/** What a result rests on. */
interface ResultEvidence {
  /** The mail host that was asked. */
  readonly mxHost?: string | undefined;
  /** Its reply that decided. */
  readonly reply?: Reply | undefined;
}

/** Longer text is cut: it is shown, never parsed. */
const MAX_LENGTH = 1000;

/** Reads `mxHost` and `reply` of a `detail`. What can't be read is left out. */
export function decodeEvidence(detail: unknown): ResultEvidence {
  if (!isObject(detail)) return {};
  const mxHost = toText(detail.mxHost);
  const reply = decodeReply(detail.reply);
  return { ...(mxHost !== undefined && { mxHost }), ...(reply && { reply }) };
}

function decodeReply(value: unknown): Reply | undefined {
  if (!isObject(value) || !Number.isSafeInteger(value.code)) return undefined;
  const enhanced = toText(value.enhanced);
  const code = value.code as number;
  return { code, text: toText(value.text) ?? '', ...(enhanced !== undefined && { enhanced }) };
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, MAX_LENGTH) : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
