import type { OutcomeKind } from '../../contract/outcomes.ts';
import { type JudgedReply, judgeRefusal, type Refusal } from '../judge-reply.ts';
import { type Observed, toEmail, toReply, toTime } from '../observed.ts';
import { parseReply } from '../reply-parts.ts';
import { addressesIn } from './bounds.ts';
import { fieldOf, parseFieldGroups, type ReportFields, withoutType } from './fields.ts';
import { type FreeFormRefusal, readFreeForm } from './free-form.ts';
import type { MailMessage } from './mail-message.ts';
import { returnedFields, returnedRecipient } from './returned-message.ts';

/** The outcomes of a delivery status notification (RFC 3464, 6533), one a recipient. */
export function readDeliveryStatus(message: MailMessage, status: string): Observed[] {
  const groups = parseFieldGroups(status).flatMap(splitRecipients).filter(isRecipient);
  const said = new Map(
    readFreeForm(message).flatMap((one) => (one.email === null ? [] : [[one.email, one]])),
  );
  const senders = findSenders(message);
  const sole = groups.length <= 1 ? findSoleRecipient(message) : undefined;
  return groups
    .map((group) => toObserved(group, { message, said, senders, sole }))
    .filter(({ email }) => email !== null);
}

interface StatusContext {
  readonly message: MailMessage;
  /** What the text for people says of each address. */
  readonly said: ReadonlyMap<string, FreeFormRefusal>;
  readonly senders: readonly string[];
  /** The one recipient, where the report names it elsewhere. */
  readonly sole: string | undefined;
}

function isRecipient(group: ReportFields): boolean {
  return ['final-recipient', 'original-recipient', 'action'].some((name) => group.has(name));
}

/** Some servers leave out the blank line between recipients: each has its own Final-Recipient then. */
function splitRecipients(group: ReportFields): ReportFields[] {
  const count = group.get('final-recipient')?.length ?? 0;
  if (count <= 1) return [group];
  return Array.from({ length: count }, (_, index) => {
    const own = RECIPIENT_FIELDS.flatMap((name) => {
      const values = group.get(name) ?? [];
      const value = values.length === count ? values[index] : values[0];
      return value === undefined ? [] : [[name, [value]] as const];
    });
    return new Map(own);
  });
}

/** The fields of a recipient that are read. */
const RECIPIENT_FIELDS = [
  'final-recipient',
  'original-recipient',
  'action',
  'status',
  'diagnostic-code',
  'x-supplementary-info',
  'remote-mta',
  'last-attempt-date',
];

function toObserved(
  group: ReportFields,
  { message, said, senders, sole }: StatusContext,
): Observed {
  const original = recipientOf(group, { name: 'original-recipient', said });
  const final = recipientOf(group, { name: 'final-recipient', said });
  const named = original ?? final ?? toEmail(sole);
  const words = said.get(named ?? '') ?? said.get(final ?? '');
  const email = original ?? words?.alias ?? named;
  const action = fieldOf(group, 'action')
    ?.toLowerCase()
    .match(/^[a-z]+/)?.[0];
  const status = fieldOf(group, 'status')?.match(/[245]\.\d{1,3}\.\d{1,3}/)?.[0] ?? null;
  const reply = bestReply(
    better(toReply(withoutType(fieldOf(group, 'diagnostic-code'))), supplementOf(group)) ??
      commentOf(group),
    isExact(status) ? replyAlone(words) : (words?.reply ?? null),
  );
  const host = hostOf(fieldOf(group, 'remote-mta')) ?? words?.host ?? null;
  const at = toTime(fieldOf(group, 'last-attempt-date')) ?? toTime(message.date);
  const judged = judge({
    action: action ?? actionOf(status),
    email: final ?? email,
    reply,
    status,
    host,
    stage: words?.stage,
    senders,
  });
  return { email, ...judged, host, reply, at };
}

/** The reply within `<192.0.2.1 #5.0.0 smtp; 550 5.1.1 user unknown>`, as filter services have it. */
function supplementOf(group: ReportFields): string | null {
  const field = fieldOf(group, 'x-supplementary-info') ?? '';
  return toReply(field.replace(/^.{0,300}?\bsmtp;/i, '').replace(/>$/, ''));
}

/** Messaging Server says why behind the status: `5.4.4 (Illegal host/domain name found)`. */
function commentOf(group: ReportFields): string | null {
  return toReply(
    /^[245]\.\d{1,3}\.\d{1,3}\s*\(([^()]{3,500})\)$/.exec(fieldOf(group, 'status') ?? '')?.[1],
  );
}

/** The first of two, unless the second alone has a code. */
function better(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return parseReply(one).code === null && parseReply(other).code !== null ? other : one;
}

/** RFC 3463: `5.0.0` leaves open what happened. */
function isExact(status: string | null): boolean {
  return status !== null && !/^\d\.0\.0$/.test(status);
}

/** What the text quotes of a host, by its code: beside an exact status other words say less. */
function replyAlone(words: FreeFormRefusal | undefined): string | null {
  const { code, status } = parseReply(words?.reply ?? null);
  return code === null && status === null ? null : (words?.reply ?? null);
}

/** The text for people quotes the reply of a host where the report has only words of its own. */
function bestReply(diagnostic: string | null, said: string | null): string | null {
  return better(diagnostic, said);
}

interface StatusRefusal extends Omit<Refusal, 'isDelayed'> {
  readonly action: string;
}

function judge({ action, ...reported }: StatusRefusal): JudgedReply {
  const known = BY_ACTION[action];
  if (!known) return judgeRefusal({ ...reported, isDelayed: action === 'delayed' });
  const { code, status } = parseReply(reported.reply);
  return { outcome: known, code, status: status ?? reported.status };
}

/** RFC 3464 §2.3.3. Relayed: handed to a server that reports nothing, so no mailbox is proven. */
const BY_ACTION: Readonly<Record<string, OutcomeKind>> = {
  delivered: 'delivered',
  expanded: 'delivered',
  relayed: 'undecided',
};

function actionOf(status: string | null): string {
  return status?.startsWith('2') ? 'delivered' : 'failed';
}

interface NamedField {
  readonly name: string;
  readonly said: StatusContext['said'];
}

/** The address of a field, out of any brackets and escapes. */
function recipientOf(group: ReportFields, { name, said }: NamedField): string | null {
  const value = decodeUtf8(withoutType(fieldOf(group, name)) ?? '');
  const close = value.lastIndexOf('>');
  const open = value.lastIndexOf('<', close);
  const bare = toEmail(open === -1 || close === -1 ? value : value.slice(open + 1, close));
  const decoded = toEmail(bare === null ? value : decodeXtext(bare));
  return bare !== null && said.has(bare) ? bare : decoded;
}

/** `\\x{2603}` of utf-8 addresses in a report of ASCII (RFC 6533 §3). */
function decodeUtf8(text: string): string {
  return text.replace(/\\x\{([0-9a-f]{2,6})\}/gi, (whole, hex: string) => {
    const point = Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/**
 * `ada+2Bnews@example.com` as some servers take it over from ORCPT: there `+` and `=` are always escaped (RFC 3461 §4),
 * so an address with any other `+` is not xtext.
 */
function decodeXtext(email: string): string {
  return /\+(?!2B|3D)/.test(email) ? email : email.replaceAll('+2B', '+').replaceAll('+3D', '=');
}

/** Addresses that the message came from: the report goes there. */
export function findSenders(message: MailMessage): string[] {
  const returned = returnedFields(message);
  const fields = ['from', 'sender', 'return-path'].map((name) => fieldOf(returned, name));
  const found = [...message.addresses('to'), ...fields.flatMap((field) => addressesIn(field))];
  return found.slice(0, MAX_SENDERS).map((one) => one.toLowerCase());
}

/** Real messages have fewer; a header may name thousands. */
const MAX_SENDERS = 10;

/** The name in `dns; mx.example.com. (192.0.2.1, the server for the domain)`. */
function hostOf(field: string | undefined): string | null {
  const [name = ''] = (withoutType(field) ?? '').split(/[\s([|]/, 1);
  return /[.:]/.test(name) ? name.replace(/\.$/, '').toLowerCase() : null;
}

/** The one recipient that the header or the returned message names. */
function findSoleRecipient(message: MailMessage): string | undefined {
  const failed = message.addresses('x-failed-recipients');
  return failed.length === 1 ? failed[0] : returnedRecipient(message);
}
