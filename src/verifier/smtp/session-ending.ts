/** The one reply that may come without a command (RFC 5321 §3.8). */
export const SERVICE_NOT_AVAILABLE = 421;
const SERVICE_CLOSING = 221;

/**
 * Whether a session had one reply for each command, as far as its end shows. The reply to QUIT
 * differs from all others: where it comes in its place, as many replies as commands came before it.
 */
export type SessionEnding =
  | 'in_step'
  | 'out_of_step'
  /** Every command but QUIT was answered. */
  | 'no_quit_reply'
  /** Commands before QUIT were not answered. */
  | 'cut_off';

/** How long a session waits for the reply to QUIT, and which replies it accepts. */
export interface QuitOptions {
  /** In milliseconds. */
  readonly limit: number;
  /** Reply codes that count as the reply to QUIT. */
  readonly codes: RegExp;
}

/** RFC 5321 §4.3.2. */
export const QUIT_REPLY = /^221$/;
/** Includes replies of hosts that don't know QUIT or its code, which look like replies to other commands. */
export const LENIENT_QUIT_REPLY = /^(?:221|250|50[0-4])$/;

/** The ending that these reply codes show, where `pending` commands before QUIT had no reply. */
export function classifyEnding(
  codes: readonly number[],
  pending: number,
  quitReply: RegExp,
): SessionEnding {
  const before = codes.slice(0, pending);
  if (before.includes(SERVICE_NOT_AVAILABLE)) return 'cut_off';
  if (before.includes(SERVICE_CLOSING)) return 'out_of_step';
  if (before.length < pending) return 'cut_off';
  const [reply, ...rest] = codes.slice(pending);
  if (reply === undefined || reply === SERVICE_NOT_AVAILABLE) return 'no_quit_reply';
  const isQuitReply = quitReply.test(String(reply));
  return isQuitReply && rest.every((code) => code === SERVICE_NOT_AVAILABLE)
    ? 'in_step'
    : 'out_of_step';
}
