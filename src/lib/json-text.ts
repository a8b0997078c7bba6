/*
 * The parts of a JSON value as texts: JSON.parse changes numbers and the order of names such as "10", and
 * drops doubled names. Each text that is given here was read by JSON.parse before: its syntax is not checked.
 */

/** A member of an object: its name, decoded, and the text of its value. */
interface JsonMember {
  readonly name: string;
  readonly text: string;
}

/** Levels of arrays and objects in a member or an item: most readers of JSON have a limit. */
const MAX_DEPTH = 100;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The members of an object in their order, doubled ones too. Throws where a value is nested too deeply. */
export function jsonMembers(object: string): JsonMember[] {
  const members: JsonMember[] = [];
  let at = skipBlanks(object, 1);
  while (object.charCodeAt(at) !== CLOSE_OBJECT) {
    const nameEnd = stringEnd(object, at);
    const from = skipBlanks(object, skipBlanks(object, nameEnd) + 1);
    const to = valueEnd(object, from);
    members.push({ name: decodeJson(object.slice(at, nameEnd)), text: object.slice(from, to) });
    at = nextPart(object, to);
  }
  return members;
}

/** The texts of an array's items. Throws where one is nested too deeply. */
export function jsonItems(array: string): string[] {
  const items: string[] = [];
  let at = skipBlanks(array, 1);
  while (array.charCodeAt(at) !== CLOSE_ARRAY) {
    const to = valueEnd(array, at);
    items.push(array.slice(at, to));
    at = nextPart(array, to);
  }
  return items;
}

/** What the text of a string says. */
export function decodeJson(text: string): string {
  return text.includes('\\') ? JSON.parse(text) : text.slice(1, -1);
}

/** A value with the texts of its strings replaced, its names kept. */
export function replaceStrings(value: string, replace: (text: string) => string): string {
  let result = '';
  let done = 0;
  for (let at = value.indexOf('"'); at !== -1; ) {
    const end = stringEnd(value, at);
    if (value[skipBlanks(value, end)] !== ':') {
      result += value.slice(done, at) + replace(value.slice(at, end));
      done = end;
    }
    at = value.indexOf('"', end);
  }
  return result + value.slice(done);
}

/** A value on one line: a line break can only stand between its parts. */
export function onOneLine(value: string): string {
  return value.replace(/[\r\n]\s*/g, ' ');
}

function nextPart(text: string, end: number): number {
  const at = skipBlanks(text, end);
  return text.charCodeAt(at) === COMMA ? skipBlanks(text, at + 1) : at;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at++;
  return at;
}

function valueEnd(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === QUOTE) return stringEnd(text, at);
  return first === OPEN_ARRAY || first === OPEN_OBJECT ? nestedEnd(text, at) : wordEnd(text, at);
}

/** Behind a number, true, false or null. */
function wordEnd(text: string, from: number): number {
  let at = from;
  while (isOfWord(text.charCodeAt(at))) at++;
  return at;
}

/** False for NaN, too: the text has ended. */
function isOfWord(code: number): boolean {
  return code > 0x20 && code !== COMMA && code !== CLOSE_ARRAY && code !== CLOSE_OBJECT;
}

function stringEnd(text: string, from: number): number {
  let at = text.indexOf('"', from + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at + 1;
}

/** Behind an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text.charCodeAt(from - 1) === BACKSLASH) from--;
  return (at - from) % 2 === 1;
}

function nestedEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at) - 1;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) throw new Error('a value is nested too deeply');
    } else if ((code === CLOSE_ARRAY || code === CLOSE_OBJECT) && --depth === 0) return at + 1;
  }
}
