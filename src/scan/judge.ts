import { parse } from 'tldts-icann';
import { asciiDomain } from '../address/domain.ts';
import { isFreeMail } from '../address/free.ts';
import { isRole } from '../address/role.ts';
import { isLocal, isNeverAsked, topLevelOf } from '../address/special-names.ts';
import { isTopLevelDomain } from '../address/top-level-domains.ts';
import { BoundedMap } from '../lib/bounded-map.ts';

/** Why an address is a find: whose it is. */
export const FIND_REASONS = {
  person: 'a mailbox at a domain that exists, or may exist some day',
  free_provider: 'a mailbox at a provider that gives them to anybody',
  role: 'a job or a group, such as support@, security@ or a mailing list',
  placeholder: 'made up, at a domain that somebody has, such as user@domain or you@yourcompany',
} as const;

export type FindReason = keyof typeof FIND_REASONS;

/** What a domain says of all addresses at it; undefined: of no mailbox. */
type DomainKind = 'plain' | 'free' | 'placeholder' | 'list' | undefined;

/** Domains whose kind is remembered: a list has few at a time. */
const REMEMBERED = 20_000;

/** Judges addresses; remembers domains. */
export class AddressJudge {
  readonly #kinds = new BoundedMap<string, DomainKind | 'none'>(REMEMBERED);

  /** Undefined for what is nobody's: a reserved name, an account of a machine, no mail domain. */
  reasonOf(local: string, domain: string): FindReason | undefined {
    if (NOBODY.has(local.toLowerCase()) || local.length > MAX_LOCAL) return;
    const kind = this.#kindOf(domain.toLowerCase());
    if (kind === undefined) return;
    if (kind === 'placeholder' || isPlaceholder(local)) return 'placeholder';
    if (kind === 'list' || isRole(local)) return 'role';
    return kind === 'free' ? 'free_provider' : 'person';
  }

  #kindOf(domain: string): DomainKind {
    const known = this.#kinds.get(domain);
    if (known !== undefined) return known === 'none' ? undefined : known;
    const kind = findKind(domain);
    this.#kinds.set(domain, kind ?? 'none');
    return kind;
  }
}

/** RFC 5321 §4.5.3.1.1, in characters: longer ones are hashes and tokens. */
const MAX_LOCAL = 64;

/** Accounts of version control, and words of Kotlin and Java before a class. */
const NOBODY: ReadonlySet<string> = new Set('git hg svn this super'.split(' '));

function findKind(text: string): DomainKind {
  if (isNoName(text)) return undefined;
  const read = asciiDomain(text);
  if (!read.ok) return undefined;
  const { domain } = read;
  if (isReserved(domain) || MACHINES.test(domain)) return undefined;
  if (!isTopLevelDomain(topLevelOf(domain))) return undefined;
  const { domain: registered, domainWithoutSuffix: label } = parse(domain);
  if (!registered || !label) return undefined;
  if (PLACEHOLDER_LABEL.test(label)) return 'placeholder';
  if (LISTS.test(domain)) return 'list';
  return isFreeMail(domain) ? 'free' : 'plain';
}

/**
 * Versions, sizes and files whose last part is a top-level domain (`pkg@1.2.3.dev`, `logo@2x.zip`, `id@script.py`),
 * names of systemd, and what was masked by `x`.
 */
function isNoName(domain: string): boolean {
  return /^v?\d+\.\d+(?:[.-]|$)|^\dx\.|\.target$|^[^.]+\.py$|^x+\.xxx$/.test(domain);
}

/** Names that belong to nobody: RFC 2606, RFC 6761, RFC 8375. */
export function isReserved(domain: string): boolean {
  const name = domain.toLowerCase();
  return isLocal(name) || isNeverAsked(`@${name}`) || RESERVED.test(name);
}

const RESERVED = /(?:^|\.)(?:example\.(?:com|net|org)|arpa|alt)$/;

/**
 * Names of accounts of programs, of messages, of algorithms (RFC 4251 §6) and of extensions: nobody has a mailbox
 * there.
 */
const MACHINES = new RegExp(
  `(?:^|\\.)(?:${[
    'users\\.noreply\\.[a-z\\d.-]+',
    '[a-z\\d-]+\\.github\\.(?:com|io)',
    'mail\\.gmail\\.com',
    'gserviceaccount\\.com',
    'calendar\\.google\\.com',
    'amazonaws\\.com|amazonses\\.com|sendgrid\\.net',
    '(?:openssh|libssh)\\.(?:com|org)',
  ].join('|')})$`,
);

/** Where mailing lists are. */
const LISTS =
  /^(?:lists?|listserv|mailman|googlegroups|groups)\d?\.|(?:^|\.)(?:googlegroups\.com|groups\.io|lists?\.[a-z\d-]+\.[a-z.]+)$/;

/** Labels that people make up, of whatever top-level domain. */
const PLACEHOLDER_LABEL = new RegExp(
  `^(?:${[
    '[a-z\\d]',
    '(?:your|my|some|any|the|other)?-?(?:domain|company|e?mail-?(?:domain|provider|server|host)|website|site|server|organi[sz]ation)(?:-?name)?\\d*',
    '(?:your|my)-?(?:e?mail|host|org|team|app|business|firm|school|store|shop|blog|project)',
    'examples?\\d*',
    '(?:foo|bar|baz|qux)+\\d*',
    'test\\d*|acme|contoso|fabrikam|dummy|fake|sample|placeholder|somewhere|nowhere|whatever|blah?|abc|xyz|xxx+|aaa+|corp|host|email|no',
  ].join('|')})$`,
);

/** Local parts that people make up. */
function isPlaceholder(local: string): boolean {
  return PLACEHOLDER_LOCAL.test(local.toLowerCase());
}

const PLACEHOLDER_LOCAL = new RegExp(
  `^(?:${[
    '(?:your?|my|some|any|the)[._-]?(?:own[._-]?)?(?:e?mail|user|name|id|account|address|login|username|e?mail[._-]?(?:address|here|id))',
    'user[._-]?(?:name|id|e?mail|\\d*)|(?:full|first|last)[._-]?name(?:[._-]?last[._-]?name)?|first[._-]?last|name[._-]?surname|name|you',
    '(?:foo|bar|baz|qux)+\\d*|foo[._-]?bar',
    'test(?:er|ing|e?mail|user|name)?[._-]?\\d*|example\\d*|sample|dummy|fake|placeholder|someone|somebody|anyone|nobody|xxx+|abc\\d*|xyz|asdf+|a\\d*|x',
    '(?:john|jane|joe)[._-]?doe\\d*|max[._-]?mustermann|joe[._-]?bloggs',
  ].join('|')})(?:\\+.*)?$`,
);
