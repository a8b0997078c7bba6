import type { OutcomeKind } from '../../contract/outcomes.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { NOTHING, type Observed, type ReadText, toEmail, toReply, toTime } from '../observed.ts';
import {
  isOwnLine,
  readByFields,
  readHubSpot,
  readListmonk,
  readMailchimp,
  readMautic,
} from './export-entries.ts';
import {
  type EventReader,
  readAzure,
  readBrevo,
  readMailgun,
  readMandrill,
  readPostmark,
  readSendGrid,
  readSes,
} from './provider-events.ts';
import { textOf, toOutcomes } from './sent-event.ts';

const READERS: readonly EventReader[] = [
  readSes,
  readSendGrid,
  readPostmark,
  readMailgun,
  readAzure,
  readMandrill,
  readBrevo,
  readListmonk,
  readMautic,
  readMailchimp,
  readHubSpot,
  (value) => {
    const event = readByFields(value);
    return event && [event];
  },
];

/** The outcomes of one entry: an event of a provider, or a record of an export, or a line of `learn --json`. */
export function readEntry(value: unknown): ReadText {
  return isObject(value) && isOwnLine(value)
    ? { outcomes: [toObserved(value)] }
    : readReported(value);
}

/** The same of what a provider reports: a line of mailvet's own is not one of its forms. */
export function readReported(value: unknown): ReadText {
  if (!isObject(value)) return { unreadable: 'neither an event nor a record' };
  if (isOwnLine(value)) return { unreadable: 'no event of a provider' };
  if (isEnvelope(value)) return readEnvelope(value);
  for (const read of READERS) {
    const events = read(value);
    if (events === undefined) continue;
    const found = events.map(toOutcomes);
    if (found.includes(undefined)) continue;
    const outcomes = found.flatMap((one) => one ?? []);
    return hasBadAddress(outcomes) ? { unreadable: 'it names no valid address' } : { outcomes };
  }
  return { unreadable: 'no event or record of a known form' };
}

/** Complaints may name nobody; an entry of an export that names nobody is damaged. */
function hasBadAddress(outcomes: readonly Observed[]): boolean {
  return outcomes.some(({ email, outcome }) => email === null && outcome !== 'complaint');
}

function toObserved(line: JsonObject): Observed {
  return {
    email: toEmail(textOf(line.email)),
    outcome: line.outcome as OutcomeKind,
    code: typeof line.code === 'number' ? line.code : null,
    status: textOf(line.status) ?? null,
    host: textOf(line.host) ?? null,
    reply: toReply(textOf(line.reply)),
    at: toTime(line.at),
    ...(line.hint === true && { hint: true }),
  };
}

/** Amazon SNS delivers a notification as text within its own object. */
function isEnvelope({ Type, Message, TopicArn }: JsonObject): boolean {
  return typeof Type === 'string' && typeof Message === 'string' && typeof TopicArn === 'string';
}

function readEnvelope({ Type, Message }: JsonObject): ReadText {
  if (Type !== 'Notification') return NOTHING;
  try {
    return readReported(JSON.parse(String(Message)));
  } catch {
    // SES sends a sentence when a topic is set up.
    return NOTHING;
  }
}

/** Properties in which answers of an interface hold their entries. */
const LISTS = [
  'results',
  'Bounces',
  'items',
  'members',
  'emails',
  'events',
  'contacts',
  'records',
  'Records',
  'bounces',
  'value',
  'data',
];

/** The entries of a whole document, which is not nested too deep: its list, where it is an answer with one, else itself. */
export function entriesOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || isEnvelope(value)) return undefined;
  for (const name of LISTS) {
    const held = value[name];
    if (Array.isArray(held)) return held;
    if (!isObject(held) || 'recipient' in held) continue;
    if (name === 'contacts') return Object.values(held);
    const within = entriesOf(held);
    if (within) return within;
  }
  return undefined;
}
