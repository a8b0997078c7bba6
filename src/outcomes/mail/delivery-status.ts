import type { OutcomeKind } from '../../contract/outcomes.ts';
import { judgeRefusal } from '../judge-reply.ts';
import { type Observed, toEmail, toReply, toTime } from '../observed.ts';
import { parseReply } from '../reply-parts.ts';
import { type Fields, fieldOf, parseFieldGroups, withoutType } from './fields.ts';
import { type FreeFormRefusal, readFreeForm } from './free-form.ts';
import { type MailMessage, returnedFields, soleAddress } from './mail-message.ts';

/** The outcomes of a delivery status notification (RFC 3464, 6533), one a recipient. */
export function readDeliveryStatus(message: MailMessage, status: string): Observed[] {
  const groups = parseFieldGroups(status).flatMap(splitRecipients).filter(isRecipient);
  const said = readFreeForm(message);
  const sole = groups.length <= 1 ? findSoleRecipient(message) : undefined;
  return groups
    .map((group) => toObserved(group, { message, said, sole }))
    .filter(({ email }) => email !== null);
}

interface ReportContext {
  readonly message: MailMessage;
  /** What the text for people says of each address. */
  readonly said: readonly FreeFormRefusal[];
  /** The one recipient, where the report names it elsewhere. */
  readonly sole: string | undefined;
}

function isRecipient(group: Fields): boolean {
  return ['final-recipient', 'original-recipient', 'action'].some((name) => group.has(name));
}

/** Some servers leave out the blank line between recipients: each has its own Final-Recipient then. */
function splitRecipients(group: Fields): Fields[] {
  const count = group.get('final-recipient')?.length ?? 0;
  if (count <= 1) return [group];
  return Array.from({ length: count }, (_, index) => {
    const own = [...group].map(([name, values]) => {
      const value = values.length === count ? values[index] : values[0];
      return [name, [value ?? '']] as const;
    });
    return new Map(own);
  });
}

function toObserved(group: Fields, { message, said, sole }: ReportContext): Observed {
  const original = recipientOf(group, 'original-recipient');
  const final = recipientOf(group, 'final-recipient');
  const named = original ?? final ?? toEmail(sole);
  const words = said.find((one) => one.email !== null && [named, final].includes(one.email));
  const email = original ?? words?.alias ?? named;
  const action = fieldOf(group, 'action')
    ?.toLowerCase()
    .match(/^[a-z]+/)?.[0];
  const status = fieldOf(group, 'status')?.match(/[245]\.\d{1,3}\.\d{1,3}/)?.[0] ?? null;
  const reply = bestReply(
    toReply(withoutType(fieldOf(group, 'diagnostic-code'))),
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
  });
  return { email, ...judged, host, reply, at };
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
  if (diagnostic === null) return said;
  const isBare = parseReply(diagnostic).code === null;
  return isBare && said !== null && parseReply(said).code !== null ? said : diagnostic;
}

interface Reported {
  readonly action: string;
  readonly email: string | null;
  readonly reply: string | null;
  readonly status: string | null;
  readonly host: string | null;
}

function judge({ action, ...reported }: Reported): Pick<Observed, 'outcome' | 'code' | 'status'> {
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

function recipientOf(group: Fields, name: string): string | null {
  const field = fieldOf(group, name) ?? '';
  const value = withoutType(field) ?? '';
  return toEmail(decodeAddress(value).replace(/^.*<([^<>]+)>.*$/, '$1'));
}

/** `\x{2603}` of utf-8 addresses in a report of ASCII (RFC 6533 §3). */
function decodeAddress(text: string): string {
  return text.replace(/\\x\{([0-9a-f]{2,6})\}/gi, (whole, hex: string) => {
    const point = Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** The name in `dns; mx.example.com. (192.0.2.1, the server for the domain)`. */
export function hostOf(field: string | undefined): string | null {
  const [name = ''] = (withoutType(field) ?? '').split(/[\s([|]/, 1);
  return /[.:]/.test(name) ? name.replace(/\.$/, '').toLowerCase() : null;
}

/** The one recipient that the header or the returned message names. */
function findSoleRecipient(message: MailMessage): string | undefined {
  return (
    soleAddress(message.header('x-failed-recipients')) ??
    soleAddress(fieldOf(returnedFields(message), 'to'))
  );
}
