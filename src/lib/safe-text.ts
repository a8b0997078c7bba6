/** ANSI sequences: CSI, OSC (ended by BEL or ST), and the two-character escapes. */
const ESCAPES = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[@-_]/g;
/**
 * Controls of C0, DEL and C1; the characters that turn the direction of text; and those that nobody sees, such as the
 * tags of Unicode, in which text can be hidden from people and not from programs.
 */
const CONTROLS =
  /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\u200b\u2060-\u2065\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]+/gu;

/** One line of foreign text that can't steer a terminal: controls become a space. */
export function safeLine(text: string): string {
  return text.replace(ESCAPES, '').replace(CONTROLS, ' ').trim();
}

/** Several lines of foreign text, as `safeLine` makes each of them; tabs stay. */
export function safeLines(text: string): string {
  return text.replace(ESCAPES, '').replace(STEERING, ' ');
}

/** As CONTROLS, without what ends a line or a cell: a carriage return only before a line feed. */
const STEERING =
  /\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\u200b\u2060-\u2065\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/**
 * JSON on one line (or indented) in which DEL, C1 and what turns the direction of text are escaped,
 * too: JSON.stringify leaves them.
 */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(
    /[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\u200b\u2060-\u2065\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu,
    (character) => character.split('').map(escaped).join(''),
  );
}

/** A code unit: JSON escapes those of a pair one by one. */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Characters that XML forbids, and those that change the direction of text. */
const UNFIT =
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Foreign text without characters that HTML or XML must not show. It is not escaped. */
export function fitForMarkup(text: string): string {
  return text.replace(UNFIT, '\ufffd').replace(LONE_SURROGATE, '\ufffd');
}

/** Escapes foreign text for XML, between tags or in a quoted attribute. */
export function escapeMarkup(text: string): string {
  return fitForMarkup(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
