import { isAscii } from 'node:buffer';
import { safeLine } from '../../lib/safe-text.ts';

/** Beyond so many bytes an answer is looked through before it is parsed. */
const LARGE = 1024 * 1024;
/** No answer of the interface comes near it: a thousand entries have some 20,000 values. */
const MAX_VALUES = 500_000;

const [OPEN_LIST, OPEN_OBJECT, COMMA, BACKSLASH, DELETE] = [0x5b, 0x7b, 0x2c, 0x5c, 0x7f];

/** True for JSON of so many values that it would take gigabytes to hold them. */
export function hasTooManyValues(bytes: Uint8Array): boolean {
  if (bytes.length < LARGE) return false;
  let values = 0;
  for (const byte of bytes) {
    if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) values += 1;
    if (values > MAX_VALUES) return true;
  }
  return false;
}

/**
 * The JSON of an answer, without what must go no further: the key, which a service or a proxy may
 * echo, and characters that steer a terminal. Identifiers keep theirs, to be refused as such.
 * Undefined for what is no JSON. A byte-order mark is passed over (RFC 8259 §8.1).
 */
export function parseForeignJson(bytes: Buffer, key: string): unknown {
  try {
    // A string of ASCII is copied, that of UTF-8 decoded.
    if (isPlain(bytes, key)) return JSON.parse(bytes.toString('latin1'));
    return cleaned(JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, '')), key);
  } catch {
    // Neither what can't be parsed nor what is too deep to be looked through is an answer.
    return undefined;
  }
}

/** Nearly every answer: ASCII without escapes can hold no control character in a string. */
function isPlain(bytes: Buffer, key: string): boolean {
  return (
    isAscii(bytes) &&
    !bytes.includes(BACKSLASH) &&
    !bytes.includes(DELETE) &&
    !(key !== '' && bytes.includes(key))
  );
}

function cleaned(value: unknown, key: string): unknown {
  if (typeof value === 'string') return cleanText(value, key);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(fields)) {
    const isId = (name === 'id' || name === '_id') && typeof fields[name] === 'string';
    if (!isId && name !== '__proto__') fields[name] = cleaned(fields[name], key);
  }
  return value;
}

/** One line of what a service sent, without the key. */
export function cleanText(text: string, key: string): string {
  return safeLine(key === '' ? text : text.replaceAll(key, '[key]'));
}
