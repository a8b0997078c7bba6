import { provesMailbox } from '../../contract/outcomes.ts';
import { domainOf, localPartOf } from '../../lib/address-parts.ts';
import { findTooDeep, isObject } from '../../lib/json.ts';
import { readReported } from '../events/read-value.ts';
import { judgeRefusal } from '../judge-reply.ts';
import { NOTHING, type Observed, type ReadText, toEmail, toTime } from '../observed.ts';
import {
  BOUNCE_SUBJECT,
  isPersonsSubject,
  isSentByServer,
  NOTICES,
  SIGNATURES,
} from './bounce-forms.ts';
import { isCarriedReport } from './carried-bodies.ts';
import { findSenders, readDeliveryStatus } from './delivery-status.ts';
import { readFeedbackReport, readJunkReport } from './feedback-report.ts';
import { fieldOf, parseFields, withoutType } from './fields.ts';
import { type FreeFormRefusal, ownLines, readFreeForm, readReturned } from './free-form.ts';
import { type MailMessage, parseMessage } from './mail-message.ts';
import { returnedFields } from './returned-message.ts';

/** The outcomes that a message reports; none for a person's mail. */
export async function readMessage(bytes: Uint8Array): Promise<ReadText> {
  try {
    const message = await parseMessage(bounded(bytes));
    return readParsed((await parseCarried(message)) ?? message);
  } catch (error) {
    return { unreadable: error instanceof Error ? error.message : String(error) };
  }
}

const LINE_FEED = 0x0a;
const SPACE = 0x20;

/** The parser takes a while for each line: more than a report on thousands of recipients has. */
const MAX_LINES = 65_000;

/** A message without blank lines before its header, and within bounds. */
function bounded(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte > SPACE);
  const message = bytes.subarray(Math.max(0, start));
  return message.subarray(0, endOfLine(message, MAX_LINES));
}

/** Where a line ends, of those counted from 1; undefined where there are fewer. */
function endOfLine(bytes: Uint8Array, number: number): number | undefined {
  let end = -1;
  for (let count = 0; count < number; count += 1) {
    end = bytes.indexOf(LINE_FEED, end + 1);
    if (end === -1) return undefined;
  }
  return end + 1;
}

/** The report that a filter carries in a message of its own, as it came to the mailbox of that message. */
async function parseCarried(message: MailMessage): Promise<MailMessage | undefined> {
  const carried = message.part(/^message\/rfc822$/);
  if (carried === undefined || message.part(STATUS_PART) !== undefined) return undefined;
  if (!isByServer(message) || !isCarriedReport(carried)) return undefined;
  const report = await parseMessage(bounded(Buffer.from(carried)));
  return {
    ...report,
    header: (name) => (ARRIVAL_FIELDS.has(name) ? message : report).header(name),
    addresses: (name) => (ARRIVAL_FIELDS.has(name) ? message : report).addresses(name),
  };
}

/** Where a message came to, as its own header says. */
const ARRIVAL_FIELDS: ReadonlySet<string> = new Set([
  'to',
  'delivered-to',
  'x-original-to',
  'envelope-to',
]);

function readParsed(message: MailMessage): ReadText {
  const notification = readNotification(message);
  if (notification) return notification;
  const junk = readJunkReport(message);
  const report = junk ? { outcomes: [junk] } : readReport(message);
  if (report) return report;
  const isServer = isByServer(message);
  if (isServer ? isBounce(message) : isUnnamedBounce(message)) return readBounce(message);
  const reply = readAutoReply(message, isServer && isNamedAsServer(message));
  return reply ? { outcomes: [reply] } : NOTHING;
}

/** What has a part that programs read: RFC 3464, 5965, 8098. */
function readReport(message: MailMessage): ReadText | undefined {
  if (!/^\s*multipart\/report\b/.test(message.contentType) && !isByServer(message))
    return undefined;
  if (isPersonsSubject(message.subject) && !isReport(message)) return undefined;
  const status = message.part(STATUS_PART);
  if (status !== undefined) return readStatusPart(message, status);
  const feedback = message.part(/^message\/feedback-report$/);
  if (feedback !== undefined) return { outcomes: readFeedbackReport(message, feedback) };
  const disposition = message.part(/^message\/(?:global-)?disposition-notification$/);
  if (disposition === undefined) return undefined;
  if (REJECTED.test(message.text)) return readBounce(message);
  const read = readDisposition(message, disposition);
  return read ? { outcomes: [read] } : { unreadable: 'the notification names no recipient' };
}

function isReport({ contentType }: MailMessage): boolean {
  return /^\s*multipart\/report\b/.test(contentType);
}

/** Dovecot's delivery agent notifies of what it refused, a full mailbox for one, as of what was read and deleted. */
const REJECTED = /^your message to .{3,400} was automatically rejected:/im;

const STATUS_PART = /^message\/(?:global-)?delivery-status$/;

/** A report of deliveries by its name, though the part may be missing. */
function isNamedReport({ contentType }: MailMessage): boolean {
  return /\breport-type\s*=\s*"?delivery-status\b/.test(contentType);
}

/** A report that names no recipient may do so in its text. */
function readStatusPart(message: MailMessage, status: string): ReadText {
  const outcomes = readDeliveryStatus(message, status);
  return outcomes.length > 0 ? { outcomes: withHints(message, outcomes) } : readBounce(message);
}

/** Exchange 2003 sends reports as its administrator, under any name, with this field. */
const EXCHANGE_REPORT = 'x-ms-embedded-report';

function isByServer({ from, fromName, header }: MailMessage): boolean {
  if (header(EXCHANGE_REPORT) !== undefined || isNobody(header('from'))) return true;
  return isSentByServer({ from, fromName, returnPath: header('return-path') });
}

/** Vacation notices have the null reverse-path, too (RFC 3834 §3.3). */
function isNamedAsServer({ from, fromName, header }: MailMessage): boolean {
  return isNobody(header('from')) || isSentByServer({ from, fromName, returnPath: undefined });
}

/** Some filters have the null reverse-path in From. */
function isNobody(from: string | undefined): boolean {
  return /^\s*<\s*>\s*$/.test(from ?? '');
}

function isBounce(message: MailMessage): boolean {
  if (NOTICES.some((one) => one.test(message.text))) return true;
  if (isPersonsSubject(message.subject)) return false;
  const isNamed = isNamedAsServer(message) || message.header('x-failed-recipients') !== undefined;
  if (isNamedReport(message) || BOUNCE_SUBJECT.test(message.subject)) return true;
  const text = ownLines(message.text).join('\n');
  return isNamed && SIGNATURES.some((one) => one.test(text));
}

/** Filters and gateways bounce under any name: subject and text must be those of a bounce, of no conversation. */
function isUnnamedBounce(message: MailMessage): boolean {
  const isAnswer = ['in-reply-to', 'references', 'user-agent', 'x-mailer'].some(
    (name) => message.header(name) !== undefined,
  );
  if (NOTICES.some((one) => one.test(message.text))) return true;
  if (isAnswer || !isBounce(message)) return false;
  const text = ownLines(message.text).join('\n');
  return SIGNATURES.some((one) => one.test(text)) && readFreeForm(message).length > 0;
}

function readBounce(message: MailMessage): ReadText {
  const named = readFreeForm(message);
  if (named.length === 0 || WITHIN_TEXT.test(message.text)) {
    const outcomes = readDeliveryStatus(message, message.text);
    const reported = new Set(outcomes.map(({ email }) => email));
    const isWhole = named.every(({ email, alias }) => reported.has(alias ?? email));
    if (outcomes.length > 0 && isWhole) return { outcomes: withHints(message, outcomes) };
  }
  const said = named.length > 0 ? named : readReturned(message);
  if (said.length === 0) return { unreadable: 'a bounce that names no recipient' };
  const isDelayed = DELAY.test(
    `${message.subject}\n${ownLines(message.text).slice(0, 12).join(' ')}`,
  );
  const at = toTime(message.date);
  const senders = findSenders(message);
  const outcomes = said.map((one) => toObserved(one, { isDelayed, at, senders }));
  return { outcomes: withHints(message, outcomes) };
}

/** The fields of a report (RFC 3464), where damaged MIME left it in the text. */
const WITHIN_TEXT = /^final-recipient:/im;

const DELAY =
  /delivery (?:status notification \(delay|delayed)|has been delayed|(?:is|was) delayed|delayed \d+ hours|not (?:yet )?been delivered (?:yet|to all)|not yet (?:been )?delivered|still being retried|attempts will continue|will (?:continue to )?(?:try|be retried|retry)|could not send message for past|this is a warning message only/i;

interface MessageReport {
  readonly isDelayed: boolean;
  readonly at: string | null;
  readonly senders: readonly string[];
}

function toObserved(
  { email, alias, reply, host, stage }: FreeFormRefusal,
  { isDelayed, at, senders }: MessageReport,
): Observed {
  return {
    email: alias ?? email,
    ...judgeRefusal({ email, reply, status: null, host, isDelayed, stage, senders }),
    host,
    reply,
    at,
  };
}

/** Subjects of vacation notices, in the words of common mail programs. */
const AUTO_REPLY_SUBJECT =
  /^\s*(?:auto(?:matic|mated)?[ -]?(?:reply|response|antwort)|autoreply|auto:|out of (?:the )?office|away from (?:the |my )?office|on vacation|vacation (?:reply|message)|automatische (?:antwort|reactie)|abwesenheits?(?:notiz|nachricht|meldung|agent)|abwesend|abwesenheit|réponse automatique|absence du bureau|message d'absence|respuesta autom[áa]tica|fuera de la oficina|risposta automatica|fuori (?:sede|ufficio)|resposta autom[áa]tica|fora do escrit[óo]rio|automatiskt svar|automatisk svar|odpowied[źz] automatyczna|自動(?:返信|応答|回答)|不在通知|自动回复|自動回覆|автоответ)/i;

/** What programs that ask for a confirmation put in the header. */
const CHALLENGE_FIELDS = ['x-boxtrapper', 'x-tmda-fingerprint', 'x-spamarrest-noauth'];

/**
 * An automatic reply of a mailbox (RFC 3834), a challenge to the sender included: its address took the message.
 * `isServer`: mail software sent it, not a mailbox.
 */
function readAutoReply(message: MailMessage, isServer: boolean): Observed | undefined {
  const email = toEmail(message.from);
  if (isServer || email === null || isFromList(message) || !isAutoReply(message)) return undefined;
  return delivered(email, message);
}

function isAutoReply({ header, subject }: MailMessage): boolean {
  const submitted = header('auto-submitted')?.toLowerCase() ?? '';
  if (/^\s*auto-replied/.test(submitted)) return true;
  if (/^\s*auto-(?:generated|notified)/.test(submitted)) return AUTO_REPLY_SUBJECT.test(subject);
  return (
    /^\s*auto[-_]?reply/i.test(header('precedence') ?? '') ||
    [
      'x-autoreply',
      'x-autorespond',
      'x-autoresponder',
      'x-mail-autoreply',
      'x-autoreply-from',
      ...CHALLENGE_FIELDS,
    ].some((name) => isSet(header(name))) ||
    AUTO_REPLY_SUBJECT.test(subject)
  );
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !/^(?:no|false|0)?$/i.test(value.trim());
}

/** A mailing list's own mail may quote the subject of a vacation notice. */
function isFromList({ header }: MailMessage): boolean {
  return header('list-id') !== undefined || header('list-unsubscribe') !== undefined;
}

/** A notification that a message was displayed or deleted (RFC 8098): it lay in the mailbox. */
function readDisposition(message: MailMessage, disposition: string): Observed | undefined {
  const fields = parseFields(disposition.trim());
  const named = fieldOf(fields, 'original-recipient') ?? fieldOf(fields, 'final-recipient');
  const email = toEmail(withoutType(named)) ?? toEmail(message.from);
  return email === null ? undefined : delivered(email, message);
}

function delivered(email: string, { date }: MailMessage): Observed {
  const at = toTime(date);
  return { email, outcome: 'delivered', code: null, status: null, host: null, reply: null, at };
}

/** Amazon SNS sends events of SES by mail, too: the text begins with the event, and a signature follows. */
function readNotification(message: MailMessage): ReadText | undefined {
  if (message.from?.toLowerCase() !== 'no-reply@sns.amazonaws.com') return undefined;
  const event = parseEvent(message.text);
  if (event === undefined) return undefined;
  const read = readReported(event);
  if (!('outcomes' in read)) return read;
  return { outcomes: withHints({ ...message, text: sourceOf(event) }, read.outcomes) };
}

/** Lines are broken anywhere, within words too. */
function parseEvent(text: string): unknown {
  const end = text.search(/\n--[ \t]*\n/);
  const json = (end === -1 ? text : text.slice(0, end)).replace(/\n ?/g, '').trim();
  if (!json.startsWith('{') || findTooDeep(json) !== -1) return undefined;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** The sender of the message, as a report returns it. */
function sourceOf(event: unknown): string {
  const mail = isObject(event) && isObject(event.mail) ? event.mail : {};
  return typeof mail.source === 'string' ? `From: ${mail.source}` : '';
}

/** Recipients of one report that count as proof: a message with more went to a mailing list. */
const MOST_PROVEN = 1000;

/**
 * Marks as hints what a report does not prove. Anybody can write to a bounce mailbox, so a report must show that it
 * answers a message of ours, and one message proves something of so many recipients only.
 */
function withHints(message: MailMessage, outcomes: readonly Observed[]): Observed[] {
  const ours = isOurs(message, outcomes);
  return outcomes.map((one, index) =>
    provesMailbox(one) && !(ours && index < MOST_PROVEN) ? { ...one, hint: true } : one,
  );
}

/** Fields that the mail server of the mailbox adds; without them the recipient is as the report has it. */
const RECIPIENT_FIELDS = ['delivered-to', 'x-original-to', 'envelope-to'];

/**
 * Whether a report returns something of the domain of the mailbox that received it, comes from a server of that
 * domain, or was sent to an address that names the recipient (VERP).
 */
function isOurs(message: MailMessage, outcomes: readonly Observed[]): boolean {
  const added = RECIPIENT_FIELDS.flatMap((name) => addressesIn(message.header(name)));
  const mailboxes = added.length > 0 ? added : addressesIn(message.header('to'));
  if (mailboxes.some((mailbox) => isVerp(mailbox, outcomes))) return true;
  const domains = mailboxes.map(domainOf);
  const isOfOurs = (text: string | undefined) =>
    addressesIn(text).some((address) =>
      domains.some((own) => isWithin(domainOf(address).toLowerCase(), own)),
    );
  return (
    isOfOurs(message.from) ||
    isOfOurs(message.header('return-path')) ||
    ANSWERED_FIELDS.some((name) => isOfOurs(message.header(name))) ||
    [...returnedFields(message).values()].flat().some(isOfOurs) ||
    quotedFields(message.text).some(isOfOurs)
  );
}

/** They have the Message-ID of what a report answers. */
const ANSWERED_FIELDS = ['in-reply-to', 'references'];

/** In characters; what is longer names nothing that is needed. */
const MAX_FIELD = 2000;
const MAX_TEXT = 200_000;

const ADDRESSES = /[^\s<>()[\]",;:@]{1,200}@([\w.-]{1,255})/g;

function addressesIn(text: string | undefined): string[] {
  return text?.slice(0, MAX_FIELD).match(ADDRESSES) ?? [];
}

/** The same domain, or one within the other: mail of `example.com` bounces to `bounces.example.com`. */
function isWithin(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/** Fields of a message that the text of a report quotes. */
function quotedFields(text: string): string[] {
  return text.slice(0, MAX_TEXT).match(QUOTED_FIELD) ?? [];
}

const QUOTED_FIELD = /^[> \t]{0,20}[A-Za-z][A-Za-z-]{1,40}:[ \t].{1,1000}$/gm;

/** `bounces+ada=example.com@…`: only who got the message knows that address. */
function isVerp(mailbox: string, outcomes: readonly Observed[]): boolean {
  const localPart = localPartOf(mailbox).toLowerCase();
  return outcomes.some(
    ({ email }) => email !== null && localPart.includes(email.toLowerCase().replace('@', '=')),
  );
}
