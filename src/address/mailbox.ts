import { domainOf, localPartOf } from '../lib/address-parts.ts';

/** How a provider reads the local parts of its addresses, and who says so. */
interface MailboxRule {
  /** Consumer domains. */
  readonly domains: readonly string[];
  /**
   * A name is the same person's at each of the domains, the first of which stands for all. `always`: mail
   * to any of them arrives; `activated`: a person may have one of them alone.
   */
  readonly aliasDomains?: 'always' | 'activated';
  /** Its ids in the table of providers, where it treats customers' domains alike. */
  readonly hosts?: readonly string[];
  /** A character that makes no difference in a name, at its consumer domains. */
  readonly ignored?: string;
  /** Begins a tag, which is delivered to the mailbox without it. */
  readonly tag?: string;
  /** Customers' domains have tags, too. */
  readonly tagsOfCustomers?: boolean;
  readonly source: string;
}

/** Each of them ignores the case of letters. */
export const MAILBOX_RULES: readonly MailboxRule[] = [
  {
    domains: ['gmail.com', 'googlemail.com'],
    aliasDomains: 'always',
    hosts: ['google'],
    ignored: '.',
    tag: '+',
    tagsOfCustomers: true,
    source: 'https://support.google.com/mail/answer/7436150 (dots, case), validator.js (domains)',
  },
  {
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
    // An organisation may switch tags off.
    hosts: ['outlook-com', 'microsoft-365'],
    tag: '+',
    source:
      'https://learn.microsoft.com/exchange/recipients-in-exchange-online/plus-addressing-in-exchange-online, validator.js (case)',
  },
  {
    domains: ['icloud.com', 'me.com', 'mac.com'],
    aliasDomains: 'activated',
    hosts: ['icloud'],
    tag: '+',
    source: 'https://pypi.org/project/email-normalize/ (tags), validator.js (case)',
  },
  {
    // What stands before a hyphen is a name for such addresses, and no mailbox's.
    domains: ['yahoo.com', 'ymail.com', 'rocketmail.com'],
    hosts: ['yahoo'],
    source: 'validator.js (case)',
  },
  {
    domains: ['proton.me', 'protonmail.com', 'pm.me'],
    aliasDomains: 'activated',
    hosts: ['proton-mail'],
    tag: '+',
    source: 'https://proton.me/support/addresses-and-aliases',
  },
  {
    domains: ['fastmail.com'],
    hosts: ['fastmail'],
    tag: '+',
    source: 'https://pypi.org/project/email-normalize/',
  },
  {
    domains: ['yandex.ru', 'yandex.com', 'ya.ru', 'yandex.by', 'yandex.kz', 'yandex.ua'],
    aliasDomains: 'always',
    hosts: ['yandex'],
    tag: '+',
    source: 'https://pypi.org/project/email-normalize/ (tags), validator.js (case, domains)',
  },
];

/**
 * The mailbox that an address leads to, in a normal form: for grouping, never for sending. `provider`
 * is the one behind the domain, where that is known. Where nobody says how a provider reads names, they
 * stay as they are (RFC 5321 §2.4).
 */
export function toMailbox(address: string, provider?: string): string {
  return normalise(address, provider, 'activated');
}

/**
 * The same for addresses of which one answer holds for all: mail to each of them arrives where mail to one
 * does. By the domain alone, since nothing was asked yet.
 */
export function toProbedMailbox(address: string): string {
  return normalise(address, undefined, 'always');
}

/** Domains at which addresses may have the same mailbox by their names alone. */
export const PROBED_DOMAINS: readonly string[] = MAILBOX_RULES.flatMap(({ domains }) => domains);

function normalise(
  address: string,
  provider: string | undefined,
  aliases: 'always' | 'activated',
): string {
  const domain = domainOf(address).toLowerCase();
  const local = localPartOf(address);
  // A quoted local part may hold anything.
  if (local === '' || local.startsWith('"')) return `${local}@${domain}`;
  const rule = BY_DOMAIN.get(domain);
  if (rule) {
    const isAlias = rule.aliasDomains === 'always' || rule.aliasDomains === aliases;
    return `${toName(local, rule)}@${isAlias ? rule.domains[0] : domain}`;
  }
  const host = provider === undefined ? undefined : BY_HOST.get(provider);
  if (!host) return address.endsWith(domain) ? address : `${local}@${domain}`;
  return `${toName(local, host.tagsOfCustomers ? { tag: host.tag } : {})}@${domain}`;
}

interface NameRule {
  readonly ignored?: string | undefined;
  readonly tag?: string | undefined;
}

function toName(local: string, { ignored, tag }: NameRule): string {
  const lower = local.toLowerCase();
  const end = tag === undefined ? -1 : lower.indexOf(tag);
  const name = end > 0 ? lower.slice(0, end) : lower;
  return ignored === undefined ? name : name.replaceAll(ignored, '');
}

const BY_DOMAIN: ReadonlyMap<string, MailboxRule> = new Map(
  MAILBOX_RULES.flatMap((rule) => rule.domains.map((domain) => [domain, rule])),
);
const BY_HOST: ReadonlyMap<string, MailboxRule> = new Map(
  MAILBOX_RULES.flatMap((rule) => (rule.hosts ?? []).map((host) => [host, rule])),
);
