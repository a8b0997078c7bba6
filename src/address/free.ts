import { once } from '../lib/once.ts';
import { isDisposable, readDisposableLists } from './disposable.ts';
import { readFreeList } from './disposable-lists.ts';

/**
 * Whether a domain (A-labels) gives mailboxes to anybody for nothing: webmail, not throw-away
 * inboxes. By name alone, so that it is the same wherever a result is read.
 */
export function isFreeMail(domain: string): boolean {
  if (PROVIDERS.has(domain)) return true;
  return listed().has(domain) && !isDisposable(domain) && !domain.startsWith('example.');
}

/** ISC, some 9,000 names: read when first asked for. */
const listed = once(readFreeList);

/** Reads all lists of domains, where the files may be gone when they are first asked for. */
export function readDomainLists(): void {
  readDisposableLists();
  listed();
}

/** Consumer domains of the table of providers that the list has not got. */
const PROVIDERS: ReadonlySet<string> = new Set(
  `privaterelay.appleid.com club-internet.fr cegetel.net numericable.fr 9online.fr libertysurf.fr
  aliceadsl.fr magenta.de spectrum.net brighthouse.com internet.ru narod.ru messagingengine.com
  tuta.com tutanota.com hey.com blu.it netvigator.com mailbox.org simplelogin.com aleeas.com slmail.me
  8alias.com anonaddy.com anonaddy.me addy.io mozmail.com
  noos.fr gmx.ch yandex.by yandex.kz zohomail.com fastmail.com tuta.io lenta.ru ro.ru
  email.ua interia.eu tlen.pl op.pl vp.pl poczta.onet.pl au.com uqmobile.jp kakao.com
  xs4all.nl posteo.de posteo.net duck.com`.split(/\s+/),
);
