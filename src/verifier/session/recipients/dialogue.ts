import type { BoundedMap } from '../../../lib/bounded-map.ts';
import { type ControlKind, toHostReply } from '../../engine/evidence.ts';
import type { ProbeContext } from '../../engine/probe-context.ts';
import type { Backoff } from '../../pacing/backoff.ts';
import type { Egress } from '../../pacing/egress/egress.ts';
import { REASON_BEFORE_RCPT } from '../../pacing/host-failure.ts';
import type { Meaning } from '../../smtp/meaning.ts';
import type { RecipientReply, RecipientResult } from '../../smtp/recipient-result.ts';
import type { Session } from '../../smtp/session.ts';
import type { FindingReason } from '../../verifier.ts';
import { noteHostReply } from '../greet-host.ts';
import type { AnswerKind, Weight } from './controls.ts';
import type { ProvisionalAnswers } from './provisional-answers.ts';
import { noteReply, type Recipient } from './recipient.ts';
import type { Recipients } from './recipients.ts';

/** A 4xx after so many refusals may be a penalty for them. */
const SEVERAL_REFUSED = 3;
/** Refusals of us in a row that end a session. */
export const MAX_BLOCKED = 3;

/** The envelope senders to try with a set of hosts, and the one in use. */
class Senders {
  readonly #names: readonly string[];
  #used = 0;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  get name(): string {
    return this.#names[this.#used] ?? '';
  }

  /** Switches to the next sender. False where the refused one was the last. */
  replace(refused: string): boolean {
    if (this.name !== refused) return true;
    if (this.#used + 1 >= this.#names.length) return false;
    this.#used++;
    return true;
  }
}

/** The senders to try with a set of hosts, by the egress that they are said from. */
export class SendersByEgress {
  readonly #senders = new Map<string, Senders>();

  of({ name, senders }: Egress): Senders {
    const known = this.#senders.get(name) ?? new Senders(senders);
    this.#senders.set(name, known);
    return known;
  }
}

/** A recipient, and the job's recipients that it was taken from. */
export interface TakenRecipient {
  readonly recipient: Recipient;
  readonly recipients: Recipients;
}

/** A session's exchange about one domain. */
export interface Dialogue {
  readonly context: ProbeContext;
  readonly senders: Senders;
  readonly session: Session;
  /** Backoff of its provider, at its egress. */
  readonly backoff: Backoff;
  readonly domain: string;
  /** The answers of the session so far. */
  readonly answers: ProvisionalAnswers;
  /** The address that a host accepted last, by `acceptedKey`. */
  readonly accepted: BoundedMap<string, string>;
  /** The session has no room for controls. */
  readonly isCramped: boolean;
  /** One command at a time, whatever the host offers. */
  readonly isSequential: boolean;
  /** The session ends with these recipients. */
  readonly isLast: boolean;
}

/** Recipients of one domain that are asked about together, and the controls behind them. */
interface Questions {
  readonly batch: readonly TakenRecipient[];
  readonly behind: readonly ControlAddress[];
  /** Of all of them, in their order. */
  readonly addresses: readonly string[];
}

/** Asks for a batch of one domain's addresses. Returns whether the session may go on. */
export async function askRecipients(
  dialogue: Dialogue,
  batch: readonly TakenRecipient[],
  behind: readonly ControlAddress[] = [],
): Promise<boolean> {
  const addresses = batch.map(({ recipient }) => recipient.address);
  for (const { address } of behind) addresses.push(address);
  const questions = { batch, behind, addresses };
  return (await beginTransaction(dialogue, questions)) && ask(dialogue, questions);
}

/** MAIL, with the next sender where one is refused. A failure here says nothing about the batch's addresses. */
async function beginTransaction(
  dialogue: Dialogue,
  { batch, addresses }: Questions,
): Promise<boolean> {
  const { context, senders, session, domain, isSequential } = dialogue;
  const utf8 = batch.some(({ recipient }) => recipient.needsSmtpUtf8);
  const first = isSequential ? [] : addresses;
  for (;;) {
    const sender = senders.name;
    const begun = await session.begin({ sender, utf8, domain }, first);
    if (begun === 'begun') {
      for (const { recipients } of batch) recipients.useProvider(session.acceptAll);
      return true;
    }
    if (begun === 'sender_refused' && senders.replace(sender)) continue;
    noteHostReply(context, session, begun);
    for (const { recipient, recipients } of batch) {
      noteReply(recipient, toHostReply(session, session.refusal));
      recipient.isCounted = begun !== 'out_of_step';
      if (begun === 'out_of_step') recipients.discard(recipient, begun, batch.length === 1);
      else recipients.repeatOrSettle(recipient, REASON_BEFORE_RCPT[begun] ?? 'unclear');
    }
    return false;
  }
}

async function ask(dialogue: Dialogue, { batch, behind, addresses }: Questions): Promise<boolean> {
  const sender = dialogue.senders.name;
  let answered = 0;
  let goesOn = true;
  const report = (answer: RecipientResult) => {
    const control = behind[answered - batch.length];
    const taken = batch[answered++];
    goesOn = taken
      ? applyResult(dialogue, taken, { answer, sender })
      : applyControl(dialogue, control, answer);
    return goesOn;
  };
  await dialogue.session.ask(addresses, report, dialogue.isLast);
  for (let at = batch.length - 1; at >= answered; at--) {
    const taken = batch[at];
    taken?.recipients.giveBack(taken.recipient);
  }
  return goesOn;
}

interface AnsweredRecipient extends TakenRecipient {
  readonly answer: RecipientReply;
  /** Under which the address was asked. */
  readonly sender: string;
}

/** Whether the session may go on. */
function applyResult(
  dialogue: Dialogue,
  { recipient, recipients }: TakenRecipient,
  { answer, sender }: { readonly answer: RecipientResult; readonly sender: string },
): boolean {
  const { session } = dialogue;
  recipient.attempts++;
  const judged = answer.kind === 'reply' ? answer : undefined;
  noteReply(recipient, toHostReply(session, judged));
  if (answer.kind === 'silence') {
    recipients.noteNoReply(recipient, answer.isCause);
    return false;
  }
  if (answer.kind === 'out_of_step') {
    const unread = { recipient, recipients, answer: WITHOUT_REPLY };
    keep(dialogue, unread, { kind: 'other', apply: () => {} });
    return false;
  }
  dialogue.backoff.noteRecipient(answer.code >= 500);
  const answered = { recipient, recipients, answer, sender };
  if (recipient.mailbox === undefined && applyRandomReply(dialogue, answered)) return true;
  const isVoid = answer.code < 500 && answer.code >= 400 && session.refused >= SEVERAL_REFUSED;
  if (isVoid && recipients.repeat(recipient, 'deferred')) return false;
  return react(dialogue, answered);
}

const WITHOUT_REPLY = { code: 0, isNamed: false };

interface Kept {
  readonly kind: AnswerKind;
  readonly apply: (weight: Weight) => void;
}

/** Keeps an answer until the session is known to be in step. */
function keep(
  { answers }: Dialogue,
  asked: TakenRecipient & { readonly answer: Pick<RecipientReply, 'code' | 'isNamed'> },
  { kind, apply }: Kept,
): void {
  const { code, isNamed } = asked.answer;
  answers.add(asked.recipients.domain, { kind, code, isNamed, asked, apply });
}

/** The code of a reply and what it means. */
type JudgedCode = Pick<RecipientReply, 'meaning' | 'code'>;

/** What the answer to a random address shows: any refusal does, since accept-all hosts give none. */
function randomKind({ meaning, code }: JudgedCode): ControlKind {
  if (meaning === 'accepted') return 'random_accepted';
  const isUnknown = meaning === 'no_mailbox' || meaning === 'soft_unknown';
  const isRefused = isUnknown || (code >= 500 && !UNDECIDING.has(meaning));
  return isRefused ? 'random_refused' : 'random_unclear';
}

/** The random address that was queued, since no session could ask for it behind its recipients. */
function applyRandomReply(dialogue: Dialogue, answered: AnsweredRecipient): boolean {
  const kind = randomKind(answered.answer);
  if (kind === 'random_unclear') return false;
  const { host } = dialogue.session;
  const { recipient, recipients } = answered;
  const apply = (weight: Weight) => {
    if (weight === 'void') recipients.repeatOrSettle(recipient, 'deferred');
    else recipients.learnAcceptAll(kind === 'random_accepted', host);
  };
  keep(dialogue, answered, { kind, apply });
  return true;
}

function react(dialogue: Dialogue, answered: AnsweredRecipient): boolean {
  const { session, senders } = dialogue;
  const { recipient, recipients, answer, sender } = answered;
  const { action, reason } = REACTIONS[answer.meaning];
  notePacing(dialogue, answer.meaning);
  switch (action) {
    case 'settle':
      keep(dialogue, answered, refusal(dialogue, answered, reason));
      return session.blockedInRow < MAX_BLOCKED;
    case 'accept': {
      const { host } = session;
      // For the controls of this session, before the answer counts: what is refused then voids others at most.
      if (recipient.mailbox && !recipient.needsSmtpUtf8) {
        dialogue.accepted.set(acceptedKey(recipients.domain, host), recipient.address);
      }
      const { isCramped } = dialogue;
      const apply = (weight: Weight) =>
        recipients.accept(recipient, reason, { host, weight, isCramped });
      keep(dialogue, answered, { kind: 'accepted', apply });
      return true;
    }
    case 'park':
      keep(dialogue, answered, {
        kind: 'deferred',
        apply: () => recipients.park(recipient, reason),
      });
      return true;
    case 'other_sender':
      if (senders.replace(sender)) recipients.requeue(recipient);
      else
        keep(dialogue, answered, {
          kind: 'other',
          apply: () => recipients.settle(recipient, reason),
        });
      return true;
    case 'other_session':
      recipients.repeatOrSettle(recipient, reason);
      return false;
  }
}

/** A reply that settles the recipient; one about the mailbox is a refusal that has its control. */
function refusal(
  { session, senders, isCramped }: Dialogue,
  { recipient, recipients, answer, sender }: AnsweredRecipient,
  reason: FindingReason,
): Kept {
  const isDead = REACTIONS[answer.meaning].isAboutMailbox === true;
  if (!isDead) return { kind: 'other', apply: () => recipients.settle(recipient, reason) };
  const kind = session.refusesForCertain ? 'refused_for_certain' : 'refused';
  const apply = (weight: Weight) => {
    const hasOtherSender = weight === 'nobody_accepted' && senders.replace(sender);
    if (hasOtherSender) recipients.requeue(recipient);
    else recipients.refuse(recipient, reason, { weight, isCramped });
  };
  return { kind, apply };
}

/** Under which an accepted address is kept. */
export function acceptedKey(domain: string, host: string): string {
  return `${domain} ${host}`;
}

/** An address that is asked to see what the answers before it are worth. */
export interface ControlAddress {
  readonly kind: 'random' | 'known' | 'postmaster';
  readonly address: string;
}

/** Asks for controls of the domain behind its recipients. Returns whether the session may go on. */
export async function askControls(
  dialogue: Dialogue,
  controls: readonly ControlAddress[],
): Promise<boolean> {
  const { senders, session, domain, isLast } = dialogue;
  const addresses = controls.map(({ address }) => address);
  const sender = senders.name;
  if ((await session.begin({ sender, utf8: false, domain }, addresses)) !== 'begun') return false;
  let answered = 0;
  const report = (answer: RecipientResult) => applyControl(dialogue, controls[answered++], answer);
  await session.ask(addresses, report, isLast);
  return answered === controls.length && session.isUsable;
}

/** Whether the session may go on. */
function applyControl(
  { context, session, backoff, answers, domain }: Dialogue,
  control: ControlAddress | undefined,
  answer: RecipientResult,
): boolean {
  if (!control || answer.kind !== 'reply') return false;
  backoff.noteRecipient(answer.code >= 500);
  const { kind: asked } = control;
  const { code, isNamed } = answer;
  const kind = asked === 'random' ? randomKind(answer) : knownKind(asked, answer);
  const apply = () => {
    if (kind === 'random_accepted') context.acceptAll.remember(domain, session.host, true);
    // The host refuses what it accepts: it does so for the refusals before.
    if (kind === 'known_refused') noteHostReply(context, session, 'harvest_limit');
  };
  answers.add(domain, { kind, code, isNamed, apply });
  return true;
}

/** A host that refuses a known address has turned against us, in whatever words; one may also be busy. */
function knownKind(asked: 'known' | 'postmaster', { meaning, code }: JudgedCode): ControlKind {
  const isAccepted = REACTIONS[meaning].action === 'accept';
  if (asked === 'postmaster') return isAccepted ? 'postmaster_accepted' : 'postmaster_unclear';
  if (isAccepted) return 'known_accepted';
  return code >= 500 || meaning === 'harvest_limit' ? 'known_refused' : 'known_unclear';
}

function notePacing({ context, session, backoff }: Dialogue, meaning: Meaning): void {
  if (REACTIONS[meaning].isAboutMailbox) {
    backoff.noteAnswer();
    context.reachability.noteAnswer(session.provider);
  }
  noteHostReply(context, session, meaning);
}

/** What a meaning leads to. */
interface Reaction {
  readonly action: 'settle' | 'accept' | 'park' | 'other_sender' | 'other_session';
  readonly reason: FindingReason;
  /** The reply is about the mailbox: the host does not refuse us. */
  readonly isAboutMailbox?: true;
}

/** The reaction to each meaning. */
const REACTIONS: Readonly<Record<Meaning, Reaction>> = {
  accepted: { action: 'accept', reason: 'accepted', isAboutMailbox: true },
  busy: { action: 'accept', reason: 'exists_busy', isAboutMailbox: true },
  no_mailbox: { action: 'settle', reason: 'no_mailbox', isAboutMailbox: true },
  full: { action: 'settle', reason: 'full', isAboutMailbox: true },
  disabled: { action: 'settle', reason: 'disabled', isAboutMailbox: true },
  no_mail_domain: { action: 'settle', reason: 'null_mx', isAboutMailbox: true },
  greylisted: { action: 'park', reason: 'greylisted' },
  soft_unknown: { action: 'park', reason: 'deferred' },
  their_trouble: { action: 'park', reason: 'deferred' },
  session_limit: { action: 'other_session', reason: 'deferred' },
  harvest_limit: { action: 'other_session', reason: 'deferred' },
  closing: { action: 'other_session', reason: 'deferred' },
  rate_limited: { action: 'other_session', reason: 'deferred' },
  needs_tls: { action: 'other_session', reason: 'unclear' },
  sender_refused: { action: 'other_sender', reason: 'blocked' },
  blocked: { action: 'settle', reason: 'blocked' },
  no_service: { action: 'settle', reason: 'blocked' },
  relay_denied: { action: 'settle', reason: 'unclear' },
  cannot_say: { action: 'settle', reason: 'unclear' },
  protocol_error: { action: 'settle', reason: 'unclear' },
  unclear: { action: 'settle', reason: 'unclear' },
};

/** Refusals that say nothing about the address, and so nothing about the domain. */
const UNDECIDING: ReadonlySet<Meaning> = new Set([
  'session_limit',
  'harvest_limit',
  'closing',
  'rate_limited',
  'needs_tls',
  'sender_refused',
  'blocked',
  'no_service',
  'protocol_error',
]);
