/** ASCII marks that lists put around an address and that no address begins with. */
export const OPENING = ' "[(<>)],:;';
/** Each may begin an address; as a mark it has a partner at the end. */
export const PARTNERS: Readonly<Record<string, string>> = { "'": "'", '`': "`'", '{': '}' };
/** None of these ends a domain. */
export const CLOSING = ' "\'`[](){}<>.,:;!?';

/**
 * Whether a character beyond ASCII is a mark where it stands at the edge of an address: quotation marks
 * of any language, brackets, dashes, bullets, arrows, ticks, and the emoji that stand for mail.
 * Other emoji may be somebody's name (RFC 6531 §3.3).
 */
export function isMark(char: string): boolean {
  if (char <= '\x7f' && char.length === 1) return false;
  return MARK.test(char) || MARKING_EMOJI.test(char);
}

const MARK = /^(?:(?!\p{Extended_Pictographic})[\p{P}\p{Sm}\p{Sk}\p{So}]|[\ufe0e\ufe0f])$/u;
const MARKING_EMOJI = /^[✉📧📨📩📫📬📮📪📭💌☎📞📱➡▶◀▪▫◼◻◾◽⬛⬜🔹🔸🔵🔴⭐✅✔✖❌☑👉©®™↔↗↘]$/u;

/** True where nothing stands that an address could have lost. */
export function isOnlyMarks(text: string): boolean {
  for (const char of text) {
    if (!OPENING.includes(char) && !CLOSING.includes(char) && !isMark(char)) return false;
  }
  return true;
}
