import { safeLine } from '../lib/safe-text.ts';
import { enhancedCodeOf, type Reply, textOf } from './smtp/reply.ts';

/** The host and the reply that a finding rests on. */
export interface HostReply {
  readonly mxHost: string;
  /** By which it was contacted; absent where it was not. */
  readonly egress?: string | undefined;
  /** The deciding reply, or the last one; absent where none came. */
  readonly reply?: Reply | undefined;
}

/**
 * What shows that an answer is worth something, of the same host behind it. `accepted_behind`: a refusal, and
 * another address was accepted; `refused_behind`: an acceptance, and a random address was refused; `provider`: the
 * provider's entry says so; `none`: nothing does.
 */
export type Control = 'accepted_behind' | 'refused_behind' | 'provider' | 'none';

/** A reply as people read it. */
interface QuotedReply {
  readonly code: number;
  /** RFC 3463. */
  readonly enhanced: string | undefined;
  /** One line without controls, and with no address in it but the one asked about. */
  readonly text: string;
}

/** What a result rests on. */
export interface Evidence {
  /** An id of the provider table, else the registrable domain of the mail host. */
  readonly provider: string | undefined;
  readonly mxHost: string | undefined;
  /** The egress by which the host was contacted; absent where it was not. */
  readonly egress: string | undefined;
  readonly reply: QuotedReply | undefined;
  /** What the host answered behind it. Absent where no answer about the mailbox decided. */
  readonly control?: Control | undefined;
  /** Sessions in which the address was asked about. */
  readonly attempts: number;
  /** A webmail domain with free mailboxes. */
  readonly free: boolean;
  /** Milliseconds after which it makes sense to ask again; absent where no retry makes sense. */
  readonly retryAfter: number | undefined;
}

/** In characters: longer texts were not written for people. */
const MAX_LENGTH = 300;

/** A reply for people: one line, with no address in it but the one asked about. */
export function quoteReply(reply: Reply, address: string): QuotedReply {
  const words = textOf(reply).slice(0, 4 * MAX_LENGTH);
  const text = UNUSUAL.test(words) ? toQuotable(words, address) : words;
  return { code: reply.code, enhanced: enhancedCodeOf(reply), text: text.slice(0, MAX_LENGTH) };
}

/** Most replies have nothing to take out: no address, no control, one blank between words. */
const UNUSUAL = /[^ -~]|@| {2}/;

function toQuotable(words: string, address: string): string {
  const asked = address.toLowerCase();
  return safeLine(words)
    .replace(ADDRESS, (found) => (found.toLowerCase() === asked ? found : '…'))
    .replace(/\s+/g, ' ');
}

const ADDRESS = /[^\s<>()[\]:;,"']+@[^\s<>()[\]:;,"']+/g;
