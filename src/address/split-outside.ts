/**
 * Pieces between `,` and `;`, outside of quotation marks and angle brackets (RFC 5322 §3.4). Each
 * character is looked at once: a pattern would seek the end of each quotation mark that has none.
 */
export function splitOutside(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let at = 0;
  let isOpen = false;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === ',' || char === ';') {
      pieces.push(text.slice(from, at));
      from = at + 1;
    }
    const end: number = isOpen ? at + 1 : endOfMarked(text, at);
    // Behind a mark that nothing closes, marks are characters like others.
    isOpen ||= end === NEVER;
    at = isOpen ? at + 1 : end;
  }
  return [...pieces, text.slice(from)];
}

const NEVER = Number.POSITIVE_INFINITY;

/** Behind the character, or behind what is quoted or in brackets from here on. */
function endOfMarked(text: string, from: number): number {
  const char = text.charAt(from);
  if (char === '<') return behind(text, '>', from);
  if (char !== '"') return from + 1;
  for (let at = from + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++;
    else if (text.charAt(at) === '"') return at + 1;
  }
  return NEVER;
}

function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? NEVER : at + 1;
}
