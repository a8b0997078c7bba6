import type { OutcomeKind } from '../../contract/outcomes.ts';
import { type JudgedReply, judgeRefusal } from '../judge-reply.ts';
import { MAX_TEXT_LENGTH, type Observed, toEmail, toReply, toTime } from '../observed.ts';
import { parseReply } from '../reply-parts.ts';

/** What a provider or an export says of one message to one address. */
export interface SentEvent {
  readonly email: unknown;
  /** The provider's word for what happened: `hard`, `Bounce`, `spamreport`. */
  readonly kind: string | undefined;
  readonly reply?: unknown;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly host?: unknown;
  readonly at?: unknown;
}

/** What a provider's word says; `silent` is no outcome: an opened message, one that was not sent. */
type EventWord =
  | Exclude<OutcomeKind, 'undecided' | 'no_mailbox' | 'disabled'>
  | 'bounce'
  | 'silent';

/** In order: the first that fits the word in lower case, without spaces, `-` and `_`. */
const WORDS: readonly (readonly [EventWord, RegExp])[] = [
  ['silent', /suppress|previously|alreadybounced|manuallydeactivated|^dropped$|^reject(?:ed)?$/],
  ['full', /mailboxfull|overquota|quota|inboxfull/],
  [
    'blocked',
    /contentrejected|attachmentrejected|spamnotification|filteredspam|quarantine|viruspolicy|dmarcpolicy|virusnotification/,
  ],
  [
    'complaint',
    /^(?:complaint|complained|spam|spamreport|spamcomplaint|spamcomplaints|abuse|fraud|feedback)$/,
  ],
  ['deferred', /^(?:defer(?:red|ral)|deliverydelay|delay(?:ed)?|temporaryfail(?:ure|ed)?)$/],
  [
    'delivered',
    /^(?:deliver(?:y|ed)|expanded|autoresponder|autoreply|addresschange|challengeverification)$/,
  ],
  [
    'bounce',
    /bounce|^(?:hard|soft|permanent|transient|undetermined|cleaned|failed|failure|invalid(?:email)?|blocks?|blocked|bademailaddress|dnserror|error|unknown|softfail|hardfail|espblock|generic|nonexistent|undelivered|undeliverable)$/,
  ],
];

/** Words that are not outcomes. */
const SILENT =
  /^(?:open(?:ed)?|uniqueopened|(?:unique)?proxyopen|inboundemailprocessed|reply|loadedbyproxy|firstopening|click(?:s|ed)?|send|sent|request(?:s|ed)?|processed|accepted|queued|scheduled|stored|enabled|disabled|subscribed|unsubscribed?|unsubscribe|groupunsubscribe|groupresubscribe|resubscribe|blocklisted|pending|active|confirmed|unconfirmed|listaddition|contactupdated|contactdeleted|subscriptionchange|subscriptionconfirmation|unsubscribeconfirmation|rendering ?failure|renderingfailure|subscription|inbound|archived|transactional)$/;

function wordOf(kind: string): EventWord | undefined {
  const plain = kind.toLowerCase().replace(/[\s_-]+/g, '');
  if (SILENT.test(plain)) return 'silent';
  return WORDS.find(([, word]) => word.test(plain))?.[0];
}

/** True for a word of `WORDS` and nothing more: no reply of a host. */
export function isClass(text: string): boolean {
  return text.length < 30 && !/\d/.test(text) && wordOf(text) !== undefined;
}

/** A provider that would not send because of earlier bounces: no new outcome. */
const SUPPRESSED =
  /suppress|previously (?:bounced|unsubscribed|complained)|bounced address|unsubscribed address|spam report(?:ing|ed) address|not delivering to|(?:recipient|contact|address|user) (?:is |was )?(?:on the )?(?:black|block|deny)-?list|blacklist(?:ed)? (?:user|contact|recipient)|^invalid smtpapi header$/i;

/** The outcome of an event; none where it says nothing of an address, undefined where its word is not known. */
export function toOutcomes(event: SentEvent): Observed[] | undefined {
  const { kind, reply: said } = replyAndKind(event);
  const word = kind === undefined ? undefined : wordOf(kind);
  if (word === 'silent' || (said !== null && SUPPRESSED.test(said))) return [];
  const status = textOf(event.status)?.match(/[245]\.\d{1,3}\.\d{1,3}/)?.[0] ?? null;
  if (word === undefined && said === null && status === null) return undefined;
  const reply = withCode(said, numberOf(event.code));
  const found = { email: toEmail(textOf(event.email)), reply, status, host: hostOf(event.host) };
  const at = toTime(event.at);
  if (word === 'delivered' || word === 'complaint') {
    const parts = parseReply(reply);
    return [{ ...found, outcome: word, code: parts.code, status: parts.status ?? status, at }];
  }
  return [{ ...found, ...judged({ ...found, word, kind }), at }];
}

interface ClassifiedEvent {
  readonly email: string | null;
  readonly reply: string | null;
  readonly status: string | null;
  readonly host: string | null;
  readonly word: EventWord | undefined;
  readonly kind: string | undefined;
}

/** By the reply; the provider's class decides only where it is about more than hard and soft. */
function judged({ word, kind, ...found }: ClassifiedEvent): JudgedReply {
  const byReply = judgeRefusal({ ...found, isDelayed: word === 'deferred' });
  const isSaid = found.reply !== null || /^[45]\.[1-9]/.test(found.status ?? '');
  if (isSaid && byReply.outcome !== 'undecided') return byReply;
  const outcome = word === 'full' || word === 'blocked' || word === 'deferred' ? word : 'undecided';
  return { ...byReply, outcome, status: byReply.status ?? (kind?.slice(0, MAX_CLASS) || null) };
}

/** In characters. */
const MAX_CLASS = 40;

/** A one-word reason is not a reply. */
function replyAndKind(event: SentEvent): { kind: string | undefined; reply: string | null } {
  const reply = toReply(textOf(event.reply)?.replace(/^\s*(?:smtp|x-\w+)\s*;\s*/i, ''));
  const kind = event.kind?.trim() || undefined;
  const isWord = reply !== null && isClass(reply) && wordOf(reply) === 'bounce';
  if (!isWord || numberOf(event.code) !== null) return { kind, reply };
  return { kind: kind ?? reply, reply: null };
}

/** The code that a provider gives beside the words of the reply. */
function withCode(reply: string | null, code: number | null): string | null {
  if (reply === null || code === null || parseReply(reply).code !== null) return reply;
  return `${code} ${reply}`;
}

function numberOf(value: unknown): number | null {
  const number = Number(value);
  return Number.isInteger(number) && number >= 200 && number < 600 ? number : null;
}

function hostOf(value: unknown): string | null {
  const host = textOf(value)
    ?.trim()
    .replace(/^dns;\s*/i, '')
    .replace(/\.$/, '')
    .toLowerCase();
  return host !== undefined && /^[\w.:-]{3,253}$/.test(host) ? host : null;
}

/** A text of an event, or its start: no field of a provider is longer than some kilobytes. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_LENGTH + 1);
  return typeof value === 'number' ? String(value) : undefined;
}
