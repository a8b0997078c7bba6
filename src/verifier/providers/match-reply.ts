import type { Meaning, Stage } from '../smtp/meaning.ts';
import type { Provider, ProviderReply } from './provider.ts';

/** A reply as a provider's entries see it. */
interface ReplyText {
  readonly stage: Stage;
  readonly code: number;
  /** RFC 3463; empty without one. */
  readonly enhanced: string;
  /** All lines, joined. */
  readonly text: string;
}

/**
 * The entry of a provider that says what a reply means there. Of several that fit, one about us or
 * the session comes before one about the mailbox, then the one with the longest text. Undefined
 * where none fits, or where the provider's entry only names it.
 */
export function matchReply(provider: Provider, received: ReplyText): MatchedReply | undefined {
  if (provider.namesOnly) return undefined;
  const whole = plain(received.text);
  // The path of a link may be named after every error there is.
  const bare = whole.replace(/https?:\/\/\S*/g, ' ');
  for (const { reply, parts } of prepareEntries(provider)) {
    if (!matches(reply, received)) continue;
    const rest = withoutParts(parts.some((part) => part.includes('/')) ? whole : bare, parts);
    if (rest !== undefined) return { reply, rest };
  }
  return undefined;
}

interface MatchedReply {
  readonly reply: ProviderReply;
  /** What the reply says beside it, in lower case. */
  readonly rest: string;
}

interface ReplyPattern {
  readonly reply: ProviderReply;
  /** What has to stand in the text, in this order. */
  readonly parts: readonly string[];
}

const preparedEntries = new WeakMap<Provider, readonly ReplyPattern[]>();

function prepareEntries(provider: Provider): readonly ReplyPattern[] {
  const known = preparedEntries.get(provider);
  if (known) return known;
  const entries = (provider.replies ?? [])
    .map((reply) => ({ reply, parts: plain(reply.text).split('…').map(trim).filter(Boolean) }))
    .sort((a, b) => rankOf(a) - rankOf(b) || b.reply.text.length - a.reply.text.length);
  preparedEntries.set(provider, entries);
  return entries;
}

/** What a mailbox host says of a recipient; only RCPT asks about one. */
const ABOUT_RECIPIENT: ReadonlySet<Meaning> = new Set([
  'accepted',
  'busy',
  'no_mailbox',
  'full',
  'disabled',
  'soft_unknown',
  'relay_denied',
  'unclear',
]);

function rankOf({ reply }: ReplyPattern): number {
  return ABOUT_RECIPIENT.has(reply.meaning) ? 1 : 0;
}

function matches(reply: ProviderReply, { stage, code, enhanced }: ReplyText): boolean {
  return (
    (reply.stage === 'any' || reply.stage === stage) &&
    (stage === 'rcpt' || !ABOUT_RECIPIENT.has(reply.meaning)) &&
    (reply.code === undefined || reply.code === code) &&
    (reply.enhanced === undefined || isEnhanced(enhanced, reply.enhanced))
  );
}

function isEnhanced(given: string, wanted: string): boolean {
  return wanted.endsWith('*') ? given.startsWith(wanted.slice(0, -1)) : given === wanted;
}

/** The text without the parts, which have to stand in it in this order. */
function withoutParts(text: string, parts: readonly string[]): string | undefined {
  let rest = '';
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at === -1) return undefined;
    rest += text.slice(from, at);
    from = at + part.length;
  }
  return rest + text.slice(from);
}

const trim = (part: string) => part.trim();

function plain(text: string): string {
  return text.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ');
}
