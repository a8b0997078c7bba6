import { domainToUnicode } from 'node:url';
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

/** The address that a text is, or why it is none. */
export type ParsedAddress =
  | { readonly ok: true; readonly address: Mailbox }
  /** `problem` completes the sentence "the address …". */
  | { readonly ok: false; readonly problem: string };

/**
 * Reads an address by RFC 5321 §4.1.2 Mailbox with the local parts of RFC 6531 §3.3, strictly:
 * not a byte is repaired (see clean-cell.ts for that).
 */
export function parseAddress(text: string): ParsedAddress {
  const at = text.lastIndexOf('@');
  if (at === -1) return problem('has no @');
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
    return problem(`is longer than ${MAX_OCTETS} octets`);
  }
  const needsSmtpUtf8 = /[^\x00-\x7f]/.test(localPart);
  const unicodeDomain = domain.includes('xn--') ? domainToUnicode(domain) : domain;
  return { ok: true, address: { localPart, domain, unicodeDomain, needsSmtpUtf8, address } };
}

function findLocalPartFault(localPart: string): string | undefined {
  if (localPart.length <= MAX_LOCAL_OCTETS && PLAIN.test(localPart)) return undefined;
  if (localPart === '') return 'has nothing before the @';
  if (Buffer.byteLength(localPart) > MAX_LOCAL_OCTETS) {
    return `has more than ${MAX_LOCAL_OCTETS} octets before the @`;
  }
  if (INVISIBLE.test(localPart)) return 'has an invisible character';
  if (DOT_STRING.test(localPart) || QUOTED_STRING.test(localPart)) return undefined;
  return DOTTED.test(localPart) ? DOTS : 'has a character that is not allowed before the @';
}

const DOTS = 'has a dot too many before the @';

/** As nearly all are: the look at every rule costs ten times as much. */
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

function problem(text: string): ParsedAddress {
  return { ok: false, problem: text };
}
