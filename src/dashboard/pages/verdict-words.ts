import type { Reason } from '../../contract/verdict.ts';
import { firstUpper, reasonInWords } from '../../formats/words.ts';
import type { Texts } from '../../i18n/texts.ts';
import { lowerFirst } from '../../lib/wording.ts';

/** The finest reason that is known of a result. */
export function reasonWords(text: Texts, reason: Reason, fineReason: string | undefined): string {
  if (reason === 'accepted') return inCell(text, text('reasons.accepted'));
  return inCell(text, reasonInWords(text, reason, fineReason).meaning);
}

/** English goes on in lower case; other languages write some of these words with a capital. */
function inCell(text: Texts, words: string): string {
  return text.language === 'en' ? lowerFirst(words) : firstUpper(words);
}

/** With a capital, also behind the bracket of the pseudo-language. */
export function sentence(words: string): string {
  return words.replace(/^⟦?\p{L}/u, (start) => start.toUpperCase());
}
