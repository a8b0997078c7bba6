import { domainToUnicode } from 'node:url';
import { type Message, message } from '../i18n/message.ts';
import { asciiDomain, withParents } from './domain.ts';

/** An address that can be put on an SMTP line: no control character, no address literal. */
export interface Mailbox {
  /** As written, quotes included; case matters (RFC 5321 §2.4). */
  readonly localPart: string;
  /** A-labels, lower case. */
  readonly domain: string;
  /** The domain for people: U-labels. */
  readonly unicodeDomain: string;
  /** The local part has characters beyond ASCII: RFC 6531 is needed to deliver to it. */
  readonly needsSmtpUtf8: boolean;
  /** `localPart@domain`: the address as delivered to. Two spellings of one mailbox share it. */
  readonly address: string;
}

/** The address of a text, or why it is not an address. */
export type ParsedAddress =
  | { readonly ok: true; readonly address: Mailbox }
  /** `problem` completes the sentence "the address …". */
  | { readonly ok: false; readonly problem: Message };

/**
 * Reads an address by RFC 5321 §4.1.2 Mailbox with the local parts of RFC 6531 §3.3, strictly:
 * not a byte is repaired (see clean-cell.ts for that).
 */
export function parseAddress(text: string): ParsedAddress {
  const at = text.lastIndexOf('@');
  if (at === -1) return problem(NO_AT);
  const localPart = text.slice(0, at);
  const fault = findLocalPartFault(localPart);
  if (fault !== undefined && fault !== DOTS) return problem(fault);
  const domain = asciiDomain(text.slice(at + 1));
  if (!domain.ok) return problem(fault ?? domain.problem);
  if (fault === undefined) return withinLength(localPart, domain.domain);
  if (!isCarrierOfJapan(domain.domain)) return problem(fault);
  return withinLength(`"${localPart}"`, domain.domain);
}

/** RFC 5321 §4.5.3.1.1. */
const MAX_LOCAL_OCTETS = 64;
/** RFC 5321 §4.5.3.1.3: a path has 256 octets, two of them are its angle brackets. */
const MAX_OCTETS = 254;

/**
 * Carriers of Japan gave out addresses such as `a..b@docomo.ne.jp` and `a.@ezweb.ne.jp`, which get mail.
 * RFC 5321 §4.1.2 has them in quotation marks alone, and so they are asked about.
 */
const CARRIERS_OF_JAPAN: ReadonlySet<string> = new Set(
  `docomo.ne.jp dwmail.jp ezweb.ne.jp au.com ido.ne.jp softbank.ne.jp i.softbank.jp vodafone.ne.jp
  disney.ne.jp ymobile.ne.jp ymobile1.ne.jp y-mobile.ne.jp emnet.ne.jp emobile.ne.jp emobile-s.ne.jp
  willcom.com wcm.ne.jp pdx.ne.jp tu-ka.ne.jp jp-d.ne.jp jp-h.ne.jp jp-t.ne.jp jp-c.ne.jp
  jp-k.ne.jp jp-r.ne.jp jp-n.ne.jp jp-s.ne.jp jp-q.ne.jp`.split(/\s+/),
);

function isCarrierOfJapan(domain: string): boolean {
  return withParents(domain).some((name) => CARRIERS_OF_JAPAN.has(name));
}

function withinLength(localPart: string, domain: string): ParsedAddress {
  const address = `${localPart}@${domain}`;
  if (Buffer.byteLength(address) > MAX_OCTETS) {
    return problem(TOO_LONG);
  }
  const needsSmtpUtf8 = /[^\x00-\x7f]/.test(localPart);
  const unicodeDomain = domain.includes('xn--') ? domainToUnicode(domain) : domain;
  return { ok: true, address: { localPart, domain, unicodeDomain, needsSmtpUtf8, address } };
}

function findLocalPartFault(localPart: string): Message | undefined {
  if (localPart.length <= MAX_LOCAL_OCTETS && PLAIN.test(localPart)) return undefined;
  if (localPart === '') return EMPTY;
  if (Buffer.byteLength(localPart) > MAX_LOCAL_OCTETS) return LONG_LOCAL_PART;
  if (INVISIBLE.test(localPart)) return INVISIBLE_CHARACTER;
  if (DOT_STRING.test(localPart) || QUOTED_STRING.test(localPart)) return undefined;
  return DOTTED.test(localPart) ? DOTS : WRONG_CHARACTER;
}

/** Made once: a list may have a million cells without an address. */
const NO_AT = message('errorTexts.address_no_at');
const EMPTY = message('errorTexts.address_empty');
const LONG_LOCAL_PART = message('errorTexts.address_long_local', { most: MAX_LOCAL_OCTETS });
const INVISIBLE_CHARACTER = message('errorTexts.address_invisible');
const DOTS = message('errorTexts.address_dots');
const WRONG_CHARACTER = message('errorTexts.address_sign');
const TOO_LONG = message('errorTexts.address_long', { most: MAX_OCTETS });

/** Nearly all addresses; checking every rule costs ten times as much. */
const PLAIN = /^[a-z0-9]+(?:[._+-][a-z0-9]+)*$/i;

/**
 * Control characters, blanks beyond the ASCII one, half surrogates, unassigned and format
 * characters. The joiners U+200C and U+200D stay: Persian and Indic words are written with them.
 */
const INVISIBLE = /(?![\u200c\u200d])(?! )[\p{C}\p{Z}]/u;

/**
 * RFC 6531 §3.3 allows every character beyond ASCII. Punctuation is left out, as in the identifiers of
 * RFC 8264 §4.2: no mailbox is known that has it, and quotation marks around an address are frequent.
 */
const UTF8 = '(?:(?!\\p{P})[\\u{80}-\\u{10ffff}]|[·・\\u05be\\u05f3\\u05f4])';
const ATEXT = `(?:[A-Za-z0-9!#$%&'*+/=?^_\`{|}~\\-]|${UTF8})+`;
const DOT_STRING = new RegExp(`^${ATEXT}(?:\\.${ATEXT})*$`, 'u');
/** Nothing wrong with it but its dots. */
const DOTTED = new RegExp(`^(?=\\.*[^.])(?:\\.|${ATEXT.slice(0, -1)})+$`, 'u');
/** QcontentSMTP: any printable character, `"` and `\` behind a backslash. */
const QUOTED_STRING = /^"(?:[ !#-[\]-~\u{80}-\u{10ffff}]|\\[ -~])*"$/u;

function problem(said: Message): ParsedAddress {
  return { ok: false, problem: said };
}
