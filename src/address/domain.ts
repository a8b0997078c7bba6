import { domainToASCII, domainToUnicode } from 'node:url';
import { type Message, message } from '../i18n/message.ts';

type ParsedDomain =
  | { readonly ok: true; readonly domain: string }
  | { readonly ok: false; readonly problem: Message };

/**
 * A mail domain as lower-case A-labels: UTS 46 for international names, then the letter-digit-hyphen
 * rule for every label (RFC 5321 §2.3.5, RFC 1035 §2.3.1). Address literals are not mail domains here.
 */
export function asciiDomain(text: string): ParsedDomain {
  if (isUsual(text)) return { ok: true, domain: text };
  if (text === '') return problem(EMPTY);
  if (text.startsWith('[')) return problem(LITERAL);
  // domainToASCII reads a URL's host: `a/b` would become `a`, `%41` an `A`.
  if (FOREIGN_TO_A_DOMAIN.test(text)) return problem(FOREIGN_SIGN);
  const domain = toAscii(text);
  const fault = findDomainFault(domain);
  return fault ? problem(fault) : { ok: true, domain };
}

/** Nearly all domains: nothing to map, and no label that may break a rule. */
function isUsual(text: string): boolean {
  return text.length <= MAX_LENGTH && USUAL.test(text) && !text.includes('xn--');
}

const MAX_LENGTH = 253;
const USUAL = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

const FOREIGN_TO_A_DOMAIN = /[\x00-\x2c/:-@[-`{-\x7f\p{Z}\p{Cc}\p{Cs}]/u;

function toAscii(text: string): string {
  return PLAIN.test(text) ? text.toLowerCase() : domainToASCII(text).toLowerCase();
}

/** Nothing to map, nothing to decode: spares the IDNA tables, and keeps `foo.123` for a clear word. */
const PLAIN = /^(?!.*xn--)[a-z0-9.-]+$/i;

function findDomainFault(domain: string): Message | undefined {
  if (domain === '') return NOT_INTERNATIONAL;
  const labels = domain.split('.');
  if (labels.some((label) => label === '')) return DOTS;
  if (labels.length < 2) return NO_DOT;
  if (domain.length > MAX_LENGTH || labels.some((label) => label.length > 63)) {
    return TOO_LONG;
  }
  if (labels.some(isBrokenALabel)) return NOT_INTERNATIONAL;
  if (domain.includes('xn--') && hasForeignSign(domain)) return FOREIGN_SIGN;
  if (!labels.every((label) => LABEL.test(label))) return HYPHEN;
  if (/^\d+$/.test(labels.at(-1) ?? '')) return DIGITS;
  return undefined;
}

const EMPTY = message('errorTexts.domain_empty');
const LITERAL = message('errorTexts.domain_literal');
const FOREIGN_SIGN = message('errorTexts.domain_sign');
const NOT_INTERNATIONAL = message('errorTexts.domain_international');
const DOTS = message('errorTexts.domain_dots');
const NO_DOT = message('errorTexts.domain_no_dot');
const TOO_LONG = message('errorTexts.domain_long');
const HYPHEN = message('errorTexts.domain_hyphen');
const DIGITS = message('errorTexts.domain_digits');

/** Whether domainToASCII refuses `xn--a` depends on Node's version; what can't be decoded never counts. */
function isBrokenALabel(label: string): boolean {
  return label.startsWith('xn--') && ['', label].includes(domainToUnicode(label));
}

/**
 * Whether a domain has punctuation or symbols, which UTS 46 encodes and IDNA 2008 allows in no name
 * (RFC 5892 §2): `x.org”` must not become a domain of its own. Emoji stay: some registries sell them,
 * though none as a top-level domain.
 */
function hasForeignSign(domain: string): boolean {
  const labels = domainToUnicode(domain).split('.');
  const last = labels.length - 1;
  return labels.some((label, at) => {
    const rest = label.replace(at === last ? NAME_SIGNS : NAME_SIGNS_AND_EMOJI, '');
    return rest !== '' && !(rest === '・' && JAPANESE.test(label));
  });
}

/**
 * What a name of IDNA 2008 has: letters, marks, digits, hyphens and, between their letters, a few signs
 * (RFC 5892 §2.6 and appendix A).
 */
const NAME_SIGN = [
  '[-\\p{L}\\p{Mn}\\p{Mc}\\p{Nd}\\u3007\\u06fd\\u06fe\\u0f0b\\u200c\\u200d]',
  '(?<=l)·(?=l)|\\u0375(?=\\p{sc=Grek})|(?<=\\p{sc=Hebr})[\\u05f3\\u05f4]',
].join('|');
const NAME_SIGNS = new RegExp(NAME_SIGN, 'gu');
const EMOJI = '\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\p{Regional_Indicator}';
const NAME_SIGNS_AND_EMOJI = new RegExp(`${NAME_SIGN}|${EMOJI}`, 'gu');
const JAPANESE = /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u;

const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** The domain and every parent with two labels or more: `a.b.co` gives `a.b.co`, `b.co`. */
export function withParents(domain: string): string[] {
  const labels = domain.toLowerCase().split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

function problem(said: Message): ParsedDomain {
  return { ok: false, problem: said };
}
