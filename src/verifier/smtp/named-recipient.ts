import type { Reply } from './reply.ts';

/** What looks like an address, bare or in brackets. */
const ADDRESS =
  /(?<![^\s<>()[\],;:"`=])[^\s<>()[\],;:"`=@]+@[a-z0-9.\u0080-\uffff-]*[a-z0-9\u0080-\uffff]/gi;

/** RFC 5321 §3.4: these name where the recipient went. */
const FORWARDING: ReadonlySet<number> = new Set([251, 551]);

/** The recipient that a reply names. */
export type NamedRecipient =
  /** The recipient that it has to be about. */
  | 'asked'
  /** Another one: the reply belongs to another command. */
  | 'other'
  | 'nobody';

/**
 * The recipient that the reply to RCPT for `address` names. `asked`: all addresses of the session. Refusals may
 * name somebody who helps, such as the postmaster: they are about another recipient only where that
 * one was asked about as well.
 */
export function findNamedRecipient(
  reply: Reply,
  address: string,
  asked: readonly string[],
): NamedRecipient {
  if (!reply.lines.some((line) => line.includes('@')) || FORWARDING.has(reply.code))
    return 'nobody';
  const text = reply.lines.join(' ').toLowerCase();
  const wanted = address.toLowerCase();
  const found = findAddresses(text, wanted.slice(wanted.lastIndexOf('@')));
  if (found.includes(wanted)) return 'asked';
  if (found.length > 0 && asked.some((one) => found.includes(one.toLowerCase()))) return 'other';
  // Hosts leave out quotes, and some the part behind `+`.
  if (wanted.includes('"') || found.some((one) => withoutTag(one) === withoutTag(wanted)))
    return 'nobody';
  return reply.code < 300 && found.length > 0 ? 'other' : 'nobody';
}

/** Addresses of the domain in the text; `domain` begins with its `@`. */
function findAddresses(text: string, domain: string): string[] {
  const found = text.match(ADDRESS) ?? [];
  return found.map((one) => one.replace(/^'+/, '')).filter((one) => one.endsWith(domain));
}

function withoutTag(address: string): string {
  return address.replace(/(?<=.)\+[^@]*(?=@)/, '');
}
