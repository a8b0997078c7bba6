import { once } from '../lib/once.ts';
import { readBroadList, readCuratedList } from './disposable-lists.ts';
import { withParents } from './domain.ts';

/** Whether mail to the domain (A-labels), or to a parent of it, lands in a throw-away inbox. */
export function isDisposable(domain: string): boolean {
  const names = withParents(domain);
  if (names.some(isNeverDisposable)) return false;
  return names.some((name) => curated().has(name) || isListedService(name));
}

/**
 * A name that only the broad list has counts where a second sign agrees: the name says so itself, or the mail
 * host is a known service's (`isDisposableMx`). The list also has companies, paid mail, forwarders and thousands
 * of expired names: 92 % of its 56,359 names do not count by themselves. Services that are in use are in the
 * curated list, or show by their mail hosts.
 */
function isListedService(name: string): boolean {
  return SAYS_SO.test(name) && broad().has(name);
}

const SAYS_SO = new RegExp(
  [
    'te?mp(?:orary)?-?(?:e?mail|inbox|box)|e?mail-?(?:te?mp|fake)',
    '(?:trash|fake|discard|einmal|wegwerf)-?(?:e?-?mail|inbox|adresse)',
    'throw-?away|disposable|jetable|mailinator|yopmail|guerr?ill?a-?mail',
    '\\d+-?min(?:ute)?n?s?-?(?:e?mail|inbox)|minute-?(?:e?mail|inbox)',
  ].join('|'),
);

/** A list of throw-away services. */
export interface DisposableList {
  readonly name: string;
  /** When it was published, such as `2026-09-21`. */
  readonly date: string;
}

const CURATED: DisposableList = { name: 'disposable-email-domains 1.26.0', date: '2026-09-21' };
const BROAD: DisposableList = { name: 'mailchecker 6.0.21', date: '2026-07-18' };
const OWN: DisposableList = { name: 'mailvet', date: '2026-11-26' };

/** Which lists mailvet brings along, for the test that compares their versions. */
export const DISPOSABLE_LISTS: readonly DisposableList[] = [CURATED, BROAD, OWN];

/**
 * The list that calls a domain (A-labels), a parent of it, or its mail host disposable; undefined where
 * none does.
 */
export function findDisposableList(domain: string, mxHost?: string): DisposableList | undefined {
  const names = withParents(domain);
  const hosts = mxHost === undefined ? [] : withParents(mxHost);
  if (!names.some(isNeverDisposable)) {
    if (names.some((name) => curated().has(name))) return CURATED;
    if (names.some(isListedService)) return BROAD;
  }
  if (hosts.some(isNeverDisposable)) return undefined;
  if (hosts.some((name) => curated().has(name))) return CURATED;
  return hosts.some((name) => SERVICES.has(name)) ? OWN : undefined;
}

/**
 * How sure it is that a name is a mail service of its own and not a misspelt one: `known` by lists
 * kept by hand, `listed` by the broad one, which has misspelt providers, too (`gmaill.com`).
 */
export function findService(domain: string): 'known' | 'listed' | undefined {
  if (MISSPELT.has(domain)) return undefined;
  const isKnown = NOT_DISPOSABLE.has(domain) || SERVICES.has(domain) || curated().has(domain);
  if (isKnown) return 'known';
  return broad().has(domain) ? 'listed' : undefined;
}

/** Reads both lists now, and not for the first domain. */
export function readDisposableLists(): void {
  curated();
  broad();
}

function isNeverDisposable(name: string): boolean {
  return NOT_DISPOSABLE.has(name) || MISSPELT.has(name);
}

/**
 * Whether an MX host belongs to a throw-away service: such services put ever new domains in front
 * of the same hosts. Only the curated list counts here, since a broad one also names hosting parents.
 */
export function isDisposableMx(host: string): boolean {
  const names = withParents(host);
  if (names.some(isNeverDisposable)) return false;
  return names.some((name) => SERVICES.has(name) || curated().has(name));
}

/** Services known by their hosts, where the curated list has not got the name. */
const SERVICES: ReadonlySet<string> = new Set(
  `mailinator.com guerrillamail.com yopmail.com maildrop.cc mailnesia.com trashmail.com mailsac.com
  dispostable.com getnada.com moakt.com 1secmail.com mail.tm temp-mail.org temp-mail.io tempmail.plus
  emailfake.com generator.email 10minutemail.com mohmal.com fakemail.net inboxkitten.com
  mailcatch.com tempmail.dev tempail.com throwawaymail.com emailondeck.com minuteinbox.com`.split(
    /\s+/,
  ),
);

/**
 * Never disposable, whatever a list says: providers where people live, services that forward to a
 * person's real mailbox (an alias of theirs is answered and lasts), suffixes under which anybody
 * registers, and businesses that lists were seen to name by mistake.
 */
const NOT_DISPOSABLE: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com google.com outlook.com hotmail.com live.com msn.com microsoft.com
  yahoo.com ymail.com rocketmail.com aol.com icloud.com me.com mac.com appleid.com gmx.com gmx.net
  gmx.de gmx.at gmx.ch web.de mail.com email.com mail.ru inbox.ru list.ru bk.ru yandex.ru yandex.com
  proton.me protonmail.com pm.me tutanota.com tutanota.de tutamail.com tuta.com tuta.io keemail.me
  fastmail.com fastmail.fm fastmail.net sent.com 123mail.org imap.cc hey.com zoho.com posteo.de
  posteo.net mailbox.org runbox.com riseup.net disroot.org kolabnow.com startmail.com mailfence.com
  hushmail.com qq.com 163.com 126.com naver.com daum.net
  duck.com mozmail.com relay.firefox.com simplelogin.com simplelogin.co simplelogin.fr aleeas.com
  slmail.me slmails.com silomails.com dralias.com 8alias.com 8shield.net anonaddy.com anonaddy.me
  addy.io addymail.com passmail.net passinbox.com passfwd.com 33mail.com spamgourmet.com
  spamgourmet.net spamgourmet.org sneakemail.com forwardemail.net erine.email boun.cr forward.cat
  improvmx.com privaterelay.appleid.com cloaked.id
  pp.ua eu.org us.org com.ar co.uk com.br co.za
  cdc.com santamonica.com foxwoods.com`.split(/\s+/),
);

/** Misspelt providers that the curated list has: typing errors of people. */
const MISSPELT: ReadonlySet<string> = new Set(['gmial.com', 'hotmial.com', 'hotmai.com']);

/** CC0, every entry proven by a screenshot. Some 9,000 names: read when first asked for. */
const curated = once(readCuratedList);

/** MIT, some 56,000 names, alias services among them (see NOT_DISPOSABLE). */
const broad = once(readBroadList);
