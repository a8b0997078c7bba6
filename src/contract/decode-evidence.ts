/** What a result says of the mail host that was asked. */

import { bounded, isObject, text, time } from './decode-values.ts';

/** The reply of a mail host (RFC 5321 §4.2). */
export interface DecodedReply {
  readonly code: number;
  /** Enhanced status code (RFC 3463). */
  readonly enhanced?: string | undefined;
  /** In one line. */
  readonly text: string;
}

/** What a result rests on. */
export interface ResultEvidence {
  /** The mail host that was asked. */
  readonly mxHost?: string | undefined;
  /** Its reply that decided. */
  readonly reply?: DecodedReply | undefined;
  /** When it was asked, in milliseconds since the epoch. */
  readonly checkedAt?: number | undefined;
}

/** Reads `mxHost`, `reply` and `checkedAt` of a `detail`. What can't be read is left out. */
export function decodeEvidence(detail: unknown): ResultEvidence {
  if (!isObject(detail)) return {};
  const mxHost = bounded(text(detail.mxHost));
  const reply = decodeReply(detail.reply);
  const checkedAt = time(detail.checkedAt);
  return {
    ...(mxHost !== undefined && { mxHost }),
    ...(reply && { reply }),
    ...(checkedAt !== undefined && { checkedAt }),
  };
}

function decodeReply(value: unknown): DecodedReply | undefined {
  if (!isObject(value) || !Number.isSafeInteger(value.code)) return undefined;
  const enhanced = bounded(text(value.enhanced));
  const code = value.code as number;
  return {
    code,
    text: bounded(text(value.text)) ?? '',
    ...(enhanced !== undefined && { enhanced }),
  };
}
