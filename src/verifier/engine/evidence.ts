import { safeLine } from '../../lib/safe-text.ts';
import { enhancedCodeOf, type Reply, textOf } from '../smtp/reply.ts';
import type { ClassifiedReply } from '../smtp/session-reply.ts';

/** The host and the reply that a finding rests on. */
export interface HostReply {
  readonly mxHost: string;
  /** By which it was contacted; absent where it was not. */
  readonly egress?: string | undefined;
  /** The deciding reply, or the last one; absent where none came, as is the next. */
  readonly reply?: Reply | undefined;
  /** As in `TraceEvent`. */
  readonly rule?: string | undefined;
}

/** What came from a host, if anything did. */
export function toHostReply(
  { host, egress }: { readonly host: string; readonly egress: { readonly name: string } },
  judged: ClassifiedReply | undefined,
): HostReply {
  if (!judged) return { mxHost: host, egress: egress.name };
  const { reply, rule } = judged;
  return { mxHost: host, egress: egress.name, reply, rule };
}

/**
 * What shows that an answer is worth something, of the same host behind it. `accepted_behind`: a refusal, and
 * another address was accepted; `refused_behind`: an acceptance, and a random address was refused; `provider`: the
 * provider's entry says so; `none`: nothing does.
 */
export type ControlFinding = 'accepted_behind' | 'refused_behind' | 'provider' | 'none';

/** A reply as people read it. */
export interface ReadableReply {
  readonly code: number;
  /** RFC 3463. */
  readonly enhanced: string | undefined;
  /** One line without controls, and with no address in it but the one asked about. */
  readonly text: string;
}

/** What an address was asked for behind others, and how the host answered: see recipients/controls.ts. */
export type ControlKind =
  | 'random_accepted'
  | 'random_refused'
  /** It got no answer that shows anything, as did the postmaster. */
  | 'random_unclear'
  | 'known_accepted'
  | 'known_refused'
  /** RFC 5321 §4.5.1: every domain has it. Refused, it shows nothing. */
  | 'postmaster_accepted'
  | 'postmaster_unclear'
  /** The host takes no more recipients for now, known ones included. */
  | 'known_unclear';

/** What a result rests on. */
export interface FindingEvidence {
  /** An id of the provider table, else the registrable domain of the mail host. */
  readonly provider: string | undefined;
  readonly mxHost: string | undefined;
  /** The egress by which the host was contacted; absent where it was not. */
  readonly egress: string | undefined;
  readonly reply: ReadableReply | undefined;
  /** What read the reply, as in `TraceEvent`. Absent if no reply decided. */
  readonly rule?: string | undefined;
  /** What the host answered behind it. Absent where no answer about the mailbox decided. */
  readonly control?: ControlFinding | undefined;
  /** Sessions in which the address was asked about. */
  readonly attempts: number;
  /** A webmail domain with free mailboxes. */
  readonly free: boolean;
  /** Milliseconds after which it makes sense to ask again; absent where no retry makes sense. */
  readonly retryAfter: number | undefined;
}

/** In characters: longer texts were not written for people. */
const MAX_QUOTE_LENGTH = 300;

/** A reply for people: one line, with no address in it but the one asked about. */
export function quoteReply(reply: Reply, address: string): ReadableReply {
  const words = textOf(reply).slice(0, 4 * MAX_QUOTE_LENGTH);
  const text = UNUSUAL.test(words) ? toQuotable(words, address) : words;
  return {
    code: reply.code,
    enhanced: enhancedCodeOf(reply),
    text: text.slice(0, MAX_QUOTE_LENGTH),
  };
}

/** Most replies have nothing to take out: no address, no control, one blank between words. */
const UNUSUAL = /[^ -~]|@| {2}/;

function toQuotable(words: string, address: string): string {
  const asked = address.toLowerCase();
  return safeLine(words)
    .replace(WORD, (word) => (isForeign(word, asked) ? '…' : word))
    .replace(/\s+/g, ' ');
}

const WORD = /[^\s<>()[\]:;,"']+/g;

/** Whether a word is an address, and not the one that was asked about. */
function isForeign(word: string, asked: string): boolean {
  return word.slice(1, -1).includes('@') && word.toLowerCase() !== asked;
}
