/** The one reply that may come unasked (RFC 5321 §3.8). */
export const CLOSING = 421;
const GOODBYE = 221;

/**
 * Whether the replies of a session add up, as far as its end shows. The reply to QUIT differs
 * from all others: where it comes in its place, as many replies as commands came before it.
 */
export type Ending =
  | 'in_step'
  | 'out_of_step'
  /** Every command but QUIT was answered. */
  | 'no_farewell'
  /** Commands before QUIT were not answered. */
  | 'cut_off';

/** How a session waits for the answer to QUIT. */
export interface Farewell {
  /** How long QUIT may take to be answered, in milliseconds. */
  readonly patience: number;
  /** Reply codes that are taken for the answer to QUIT. */
  readonly codes: RegExp;
}

/** RFC 5321 §4.3.2. */
export const TO_QUIT = /^221$/;
/** Replies of hosts that don't know QUIT or its code. They look like replies to other commands. */
export const TO_QUIT_OR_SO = /^(?:221|250|50[0-4])$/;

/** The ending that these reply codes show, which came when `owed` commands before QUIT were unanswered. */
export function endingOf(said: readonly number[], owed: number, farewell: RegExp): Ending {
  const before = said.slice(0, owed);
  if (before.includes(CLOSING)) return 'cut_off';
  if (before.includes(GOODBYE)) return 'out_of_step';
  if (before.length < owed) return 'cut_off';
  const [answer, ...rest] = said.slice(owed);
  if (answer === undefined || answer === CLOSING) return 'no_farewell';
  const isAnswer = farewell.test(String(answer));
  return isAnswer && rest.every((code) => code === CLOSING) ? 'in_step' : 'out_of_step';
}
