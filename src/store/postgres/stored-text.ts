/**
 * PostgreSQL stores every character but NUL, which an address may have by mistake: it is stored as two
 * others, a noncharacter of Unicode that no text has for a purpose, and a digit.
 */
const ESCAPE = '\uFDD0';
const TO_STORE = /[\0\uFDD0]/g;
const STORED = /\uFDD0([01])/g;

/** A parameter as PostgreSQL takes it. */
export function toParameter(value: unknown): unknown {
  if (typeof value === 'string') return toStoredText(value);
  return Array.isArray(value) ? value.map(toParameter) : value;
}

function toStoredText(text: string): string {
  if (!text.includes('\0') && !text.includes(ESCAPE)) return text;
  return text.replace(TO_STORE, (character) => (character === '\0' ? `${ESCAPE}0` : `${ESCAPE}1`));
}

/** The text that was stored. */
export function fromStoredText(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  return text.replace(STORED, (_, digit) => (digit === '0' ? '\0' : ESCAPE));
}
