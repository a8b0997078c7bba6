import { domainOf } from '../lib/address-parts.ts';

/** Names that DNS has no part in: RFC 7686 (`onion`), RFC 6761 §6.3 and §6.4. */
const NEVER_ASKED: ReadonlySet<string> = new Set(['onion', 'localhost', 'invalid']);
/** Names of tests and local networks (RFC 6761 §6.2, §6.5, RFC 6762 §3): the world's DNS has none. */
const LOCAL: ReadonlySet<string> = new Set(['test', 'example', 'local']);

/** Whether a name has no records by definition. `hasOwnServers`: the user named the resolvers. */
export function isSpecial(name: string, hasOwnServers: boolean): boolean {
  return NEVER_ASKED.has(topLevelOf(name)) || (!hasOwnServers && isLocal(name));
}

/** Whether nothing is looked up for an address, whatever the resolvers. */
export function isNeverAsked(email: string): boolean {
  return NEVER_ASKED.has(topLevelOf(domainOf(email)));
}

/** Whether only a local network can have the name. */
export function isLocal(name: string): boolean {
  return LOCAL.has(topLevelOf(name));
}

/** The last label, in lower case. */
export function topLevelOf(name: string): string {
  const end = name.endsWith('.') ? name.length - 1 : name.length;
  return name.slice(name.lastIndexOf('.', end - 1) + 1, end).toLowerCase();
}
