/** Marks that lists put around an address and that no address begins with. */
const OPENING = ' "‘“«»[(<>)],:;';
/** Each may begin an address; as a mark it has its partner at the end. */
const PARTNERS: Readonly<Record<string, string>> = { "'": "'", '`': '`', '{': '}', '’': '’' };
/** None of these ends a domain. */
const CLOSING = ' "\'`‘’“”«»[](){}<>.,:;!?…';

/** The text without what sentences and lists put around an address. */
export function withoutMarks(text: string): string {
  const end = endWithoutMarks(text);
  const tail = text.slice(end);
  // A quoted local part keeps its quotation marks.
  if (/^"(?:[^"\\]|\\.)*"@/.test(text)) return text.slice(0, end);
  let start = 0;
  while (start < end && isOpening(text.charAt(start), tail)) start++;
  return text.slice(start, end);
}

function isOpening(char: string, tail: string): boolean {
  const partner = PARTNERS[char];
  return partner === undefined ? OPENING.includes(char) : tail.includes(partner);
}

/** Counted by hand: a pattern would try a long row of marks from each of its characters. */
function endWithoutMarks(text: string): number {
  let end = text.length;
  while (end > 0 && CLOSING.includes(text.charAt(end - 1))) end--;
  return end;
}

/** True where nothing stands that an address could have lost. */
export function isOnlyMarks(text: string): boolean {
  for (const char of text) if (!(OPENING + CLOSING).includes(char)) return false;
  return true;
}
