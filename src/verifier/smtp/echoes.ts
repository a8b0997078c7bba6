import { domainOf, localPartOf } from '../../lib/address-parts.ts';
import { registrableDomain } from '../providers/provider-table.ts';
import { SENDER_REPUTATION } from './sender-reputation.ts';

/** The host that replied, and the address it was asked about. */
export interface EchoSource {
  readonly host: string;
  readonly address?: string | undefined;
}

/**
 * The text without what we sent (the address, its parts), the host's own names, and the
 * paths of links: a recipient at `unblocked.dev` must not make a refusal look like a block.
 */
export function withoutEchoes(text: string, { address = '', host }: EchoSource): string {
  const localPart = withoutQuotes(localPartOf(address));
  if (!MAY_ECHO.test(text) && !includesName(text, localPart)) return text.trim();
  const plain = withoutLinks(withoutEntities(text)).replace(/\s+/g, ' ');
  const bare = [address, domainOf(address)]
    .reduce(withoutWord, plain.replace(LOGGED, ' ').replace(TAGGED, ' ').replace(OUR_ADDRESS, ' '))
    .replace(/(?<![^\s@])[^\s@]+@[^\s@]+/g, ' ');
  const quoted = withoutQuoted(bare, localPart);
  return (quoted === plain ? withoutName(quoted, localPart) : quoted)
    .replace(/[\w.-]+/g, (word) => (isSubdomain(word, registrableDomain(host)) ? ' ' : word))
    .replace(/\s+/g, ' ')
    .trim();
}

function withoutQuotes(localPart: string): string {
  return localPart.startsWith('"') ? localPart.replace(/^"(.*)"$/, '$1') : localPart;
}

/** Letters, digits and single spaces name neither a domain nor a link: most replies are no more. */
const MAY_ECHO = /[^A-Za-z0-9 ,!]| {2}/;

/** Ignores case. */
function includesName(text: string, name: string): boolean {
  return name !== '' && text.toLowerCase().includes(name.toLowerCase());
}

const TAGGED = /<[^<>]*>/g;
/** What Postfix puts behind its words in a log, and some hosts in their replies. */
const LOGGED = /; from=<[^<>]*>(?: to=<[^<>]*>)?(?: proto=\S+)?(?: helo=<[^<>]*>)?/gi;
/** Our own address behind a colon in a bracket, as QQ ends each of its replies. */
const OUR_ADDRESS = /\[[^[\]]*\bIP: ?[\da-f.:]+\]/gi;

/** Replies that were written for a web page. */
function withoutEntities(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp|nbsp|#0*39|#0*34|#160);/gi, (_, name: string) => {
    return ENTITIES[name.toLowerCase().replace(/^#0*/, '#')] ?? ' ';
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
  '#34': '"',
  '#39': "'",
};

/**
 * The words without links, whose paths may name any error. A host that is named after a
 * block list is left: some refusals have no other word for it.
 */
function withoutLinks(text: string): string {
  return text.replace(LINK, (_, schemed: string | undefined, bare: string | undefined) => {
    const host = schemed ?? bare ?? '';
    return SENDER_REPUTATION.test(host.toLowerCase()) ? host : ' ';
  });
}

const LINK = /https?:\/\/([^/\s]+)\S*|(?<![\w.@-])((?:[a-z0-9-]+\.)+[a-z]{2,24})\/\S*/gi;

function isSubdomain(name: string, domain: string): boolean {
  return name.includes('.') && name.toLowerCase().endsWith(`.${domain}`);
}

/** Only as a word of its own: a short domain must not tear holes into other words. */
function withoutWord(text: string, echo: string): string {
  if (!includesName(text, echo)) return text;
  return text.replace(new RegExp(`(?<![\\w-])${literal(echo)}(?![\\w-])`, 'gi'), ' ');
}

/** The local part where it is set off. */
function withoutQuoted(text: string, localPart: string): string {
  if (!includesName(text, localPart)) return text;
  const name = literal(localPart);
  const setOff = `["'\`“‘«([{]${name}["'\`”’»)\\]}]|=${name}(?![\\w-])|: ${name}$`;
  return text.replace(new RegExp(setOff, 'gi'), ' ');
}

/**
 * The local part where nothing else is an echo and a name may stand: `full` is one in "user full is
 * over its rate", but not in "the mailbox is full". One called `user` must not make "no such user"
 * unreadable.
 */
function withoutName(text: string, localPart: string): string {
  if (NOUN.test(localPart) || !includesName(text, localPart)) return text;
  return text.replace(new RegExp(`${BEFORE_A_NAME}${literal(localPart)}(?![\\w-])`, 'gi'), ' ');
}

const NOUN = /^(user|mailbox|account|address|recipient|mail|email|info|name|\W*)$/i;

const BEFORE_A_NAME = '(?<=^|\\b(?:user|mailbox|account|address|recipient|inbox|for|to|called) )';

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
