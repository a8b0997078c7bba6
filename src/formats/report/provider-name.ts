import { firstUpper } from '../words.ts';

/** Providers whose name is not their id, word by word. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  'outlook-com': 'Outlook.com',
  'mail-ru': 'Mail.ru',
  't-online': 'T-Online',
  icloud: 'iCloud',
  gmx: 'GMX',
  ionos: 'IONOS',
  sfr: 'SFR',
  qq: 'QQ',
  ovh: 'OVH',
};

/** An id of the provider table for people; a domain stays one. */
export function providerName(id: string): string {
  if (id.includes('.')) return id;
  return PROVIDER_NAMES[id] ?? id.split('-').map(firstUpper).join(' ');
}

/**
 * Providers that accept every recipient, and judge it once the message has been sent: their
 * mailboxes can't be decided. They are the entries of the table of providers that say so.
 */
const UNDECIDABLE: ReadonlySet<string> = new Set(['yahoo', 'mail-ru', 'simplelogin']);

/** Whether the mailboxes of a provider can't be decided. */
export function isUndecidable(id: string): boolean {
  return UNDECIDABLE.has(id);
}
