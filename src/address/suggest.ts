import { editDistance } from '../lib/did-you-mean.ts';
import { findService } from './disposable.ts';

/**
 * The domain that was probably meant (`gmial.com` → `gmail.com`, `acme.con` → `acme.com`), or
 * undefined. A hint for a person to confirm, never to act on: it is drawn from spelling alone.
 */
export function suggestDomain(domain: string): string | undefined {
  const lower = domain.toLowerCase();
  const nearer = mended(lower);
  // A suggestion must not be a slip itself: `gnail.con` is `gnail.com` first.
  return nearer === undefined ? undefined : (mended(nearer) ?? nearer);
}

function mended(domain: string): string | undefined {
  if (REAL.has(domain)) return undefined;
  const provider = nearestProvider(domain);
  const better = provider ?? withMendedEnding(domain);
  // The lists of services are large: they are read only where there is something to suggest.
  return better !== undefined && isServiceOfItsOwn(domain, better) ? undefined : better;
}

/**
 * `yopmail.com` is written on purpose. Names of the broad list may be slips: those of one letter,
 * not the first.
 */
function isServiceOfItsOwn(domain: string, better: string): boolean {
  const service = findService(domain);
  if (service !== 'listed') return service === 'known';
  return domain[0] !== better[0] || editDistance(domain, better, 1) > 1;
}

/** Mail providers whose names are long enough that a near miss is seldom another company's name. */
const PROVIDERS = [
  'gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.co.in yahoo.co.jp yahoo.fr yahoo.de yahoo.es',
  'yahoo.it yahoo.ca yahoo.com.br yahoo.com.ar yahoo.com.mx yahoo.com.au hotmail.com hotmail.co.uk',
  'hotmail.fr hotmail.de hotmail.es hotmail.it outlook.com outlook.de outlook.fr outlook.es',
  'icloud.com comcast.net verizon.net charter.net bellsouth.net sbcglobal.net earthlink.net',
  'btinternet.com virginmedia.com talktalk.net rediffmail.com rocketmail.com protonmail.com proton.me',
  'fastmail.com t-online.de freenet.de orange.fr wanadoo.fr laposte.net libero.it virgilio.it',
  'yandex.ru yandex.com rambler.ru seznam.cz ziggo.nl telenet.be bigpond.com naver.com zoho.com',
].flatMap((line) => line.split(' '));

/** Real domains that look like a slip of one above. */
const LOOK_ALIKES = [
  'email.com ymail.com fmail.com hmail.com jmail.com kmail.com rmail.com tmail.com vmail.com xmail.com',
  'zmail.com mail.com gmx.com gmail.de gmail.ru gmail.co.uk yahoo.co yahoo.cn yahoo.in yahoo.se',
  'yahoo.no yahoo.dk yahoo.pl yahoo.ro yahoo.gr yahoo.ie yahoo.at yahoo.nl yahoo.be yahoo.com.hk',
  'yahoo.com.tw yahoo.com.vn yahoo.com.sg yahoo.com.ph yahoo.com.tr yahoo.co.id yahoo.co.kr',
  'yahoo.co.nz yahoo.co.th yahoo.co.za hotmail.nl hotmail.be hotmail.se hotmail.no hotmail.dk',
  'hotmail.fi hotmail.ca hotmail.ch hotmail.at hotmail.gr hotmail.co.jp hotmail.co.th hotmail.co.nz',
  'hotmail.co.za hotmail.com.br hotmail.com.ar hotmail.com.tr outlook.it outlook.at outlook.be',
  'outlook.dk outlook.ie outlook.in outlook.jp outlook.kr outlook.pt outlook.cz outlook.sa',
  'outlook.com.br outlook.com.ar outlook.com.au me.com mac.com cloud.com iclou.de photon.me',
  'protonmail.ch zoho.eu zoho.in yandex.ua yandex.by yandex.kz fastmail.fm fastmail.net',
].flatMap((line) => line.split(' '));

const REAL: ReadonlySet<string> = new Set([...PROVIDERS, ...LOOK_ALIKES]);

/** Providers, each with the set of its letters. */
const CANDIDATES = PROVIDERS.map((provider) => ({ provider, letters: letterBits(provider) }));

function nearestProvider(domain: string): string | undefined {
  const letters = letterBits(domain);
  let [nearest, least]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const candidate of CANDIDATES) {
    const { provider } = candidate;
    const max = Math.min(maxEdits(provider), least - 1);
    // A slip adds or drops one letter at most: a list has many domains, and this spares most comparisons.
    if (!hasAtMost(max, candidate.letters & ~letters)) continue;
    if (!hasAtMost(max, letters & ~candidate.letters)) continue;
    const distance = editDistance(domain, provider, max);
    if (distance <= max) [nearest, least] = [provider, distance];
  }
  return nearest;
}

/** A bit for each letter, by its code modulo 32. */
function letterBits(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at++) bits |= 1 << (text.charCodeAt(at) % 32);
  return bits;
}

/** Whether at most so many bits are set. */
function hasAtMost(max: number, bits: number): boolean {
  let rest = bits;
  for (let count = 0; count < max; count++) rest &= rest - 1;
  return rest === 0;
}

/** One slip in a short name; two only where ten letters or more still say what was meant. */
function maxEdits(provider: string): number {
  return provider.length > 10 ? 2 : 1;
}

/** Endings that no registry sells, and the one that was meant. */
const ENDINGS: Readonly<Record<string, string>> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  comm: 'com',
  coom: 'com',
  xom: 'com',
  vom: 'com',
  cpm: 'com',
  clm: 'com',
  ccom: 'com',
  cim: 'com',
  'com-': 'com',
  nte: 'net',
  ner: 'net',
  nett: 'net',
  met: 'net',
  ogr: 'org',
  rog: 'org',
  prg: 'org',
  orgg: 'org',
  ort: 'org',
};

function withMendedEnding(domain: string): string | undefined {
  const dot = domain.lastIndexOf('.');
  const ending = domain.slice(dot + 1);
  if (dot < 1 || !Object.hasOwn(ENDINGS, ending)) return undefined;
  return `${domain.slice(0, dot)}.${ENDINGS[ending]}`;
}
