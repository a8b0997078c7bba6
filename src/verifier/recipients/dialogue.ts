import type { Egress } from '../egress/egress.ts';
import type { HostReply } from '../evidence.ts';
import type { Backoff } from '../hosts/backoff.ts';
import { noteHostReply } from '../hosts/greet-host.ts';
import { REASON_BEFORE_RCPT } from '../hosts/host-failure.ts';
import type { ProbeContext } from '../probe-context.ts';
import type { Meaning } from '../smtp/meaning.ts';
import type { RecipientReply, RecipientResult } from '../smtp/recipient-result.ts';
import type { Reply } from '../smtp/reply.ts';
import type { Session } from '../smtp/session.ts';
import type { ProvisionalAnswers } from './provisional-answers.ts';
import { REACTIONS, UNDECIDING } from './reactions.ts';
import type { Recipient } from './recipient.ts';
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

  of({ name, senders }: Pick<Egress, 'name' | 'senders'>): Senders {
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

interface Dialogue {
  readonly context: ProbeContext;
  readonly senders: Senders;
  readonly session: Session;
  /** Of its provider, at its egress. */
  readonly backoff: Backoff;
  readonly domain: string;
  /** The answers of the session so far. */
  readonly answers: ProvisionalAnswers;
  /** One command at a time, whatever the host offers. */
  readonly isSequential: boolean;
  /** The session ends with these recipients. */
  readonly isLast: boolean;
}

/** Asks for a batch of one domain's addresses. Returns whether the session may go on. */
export async function askRecipients(
  dialogue: Dialogue,
  batch: readonly TakenRecipient[],
): Promise<boolean> {
  return (await beginTransaction(dialogue, batch)) && ask(dialogue, batch);
}

/** MAIL, with the next sender where one is refused. A failure here says nothing about the batch's addresses. */
async function beginTransaction(
  dialogue: Dialogue,
  batch: readonly TakenRecipient[],
): Promise<boolean> {
  const { context, senders, session, domain, isSequential } = dialogue;
  const utf8 = batch.some(({ recipient }) => recipient.needsSmtpUtf8);
  const addresses = isSequential ? [] : batch.map(({ recipient }) => recipient.address);
  for (;;) {
    const sender = senders.name;
    const begun = await session.begin({ sender, utf8, domain }, addresses);
    if (begun === 'begun') {
      for (const { recipients } of batch) recipients.useProvider(session.acceptAll);
      return true;
    }
    if (begun === 'sender_refused' && senders.replace(sender)) continue;
    noteHostReply(context, session, begun);
    for (const { recipient, recipients } of batch) {
      recipient.hostReply = toHostReply(session, session.refusal);
      if (begun === 'out_of_step') recipients.discard(recipient, begun, batch.length === 1);
      else recipients.repeatOrSettle(recipient, REASON_BEFORE_RCPT[begun] ?? 'unclear');
    }
    return false;
  }
}

async function ask(dialogue: Dialogue, batch: readonly TakenRecipient[]): Promise<boolean> {
  const sender = dialogue.senders.name;
  let answered = 0;
  let goesOn = true;
  const addresses = batch.map(({ recipient }) => recipient.address);
  const report = (answer: RecipientResult) => {
    const taken = batch[answered++];
    goesOn = taken !== undefined && applyResult(dialogue, taken, { answer, sender });
    return goesOn;
  };
  await dialogue.session.ask(addresses, report, dialogue.isLast);
  for (const { recipient, recipients } of batch.slice(answered).reverse())
    recipients.giveBack(recipient);
  return goesOn;
}

interface Answered extends TakenRecipient {
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
  const reply = answer.kind === 'reply' ? answer.reply : undefined;
  recipient.hostReply = toHostReply(session, reply);
  if (answer.kind === 'silence') {
    recipients.noteNoReply(recipient, answer.isCause);
    return false;
  }
  if (answer.kind === 'out_of_step') {
    keep(dialogue, { recipient, recipients, answer: WITHOUT_REPLY }, () => {});
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

/** Keeps an answer until the session is known to be in step. */
function keep(
  { answers }: Dialogue,
  {
    recipient,
    recipients,
    answer,
  }: TakenRecipient & { readonly answer: Pick<RecipientReply, 'code' | 'isNamed'> },
  apply: () => void,
): void {
  const { code, isNamed } = answer;
  answers.add({ recipient, recipients, code, isNamed, apply });
}

/** Whether the answer to the random address decides: any refusal does, since accept-all hosts give none. */
function applyRandomReply(dialogue: Dialogue, answered: Answered): boolean {
  const { meaning, code } = answered.answer;
  const refused = meaning === 'no_mailbox' || (code >= 500 && !UNDECIDING.has(meaning));
  if (meaning !== 'accepted' && !refused) return false;
  const { recipients } = answered;
  keep(dialogue, answered, () => recipients.learnAcceptAll(meaning === 'accepted'));
  return true;
}

function react(dialogue: Dialogue, answered: Answered): boolean {
  const { session, senders } = dialogue;
  const { recipient, recipients, answer, sender } = answered;
  const { action, reason } = REACTIONS[answer.meaning];
  notePacing(dialogue, answer.meaning);
  switch (action) {
    case 'settle':
      keep(dialogue, answered, () => recipients.settle(recipient, reason));
      return session.blockedInRow < MAX_BLOCKED;
    case 'accept':
      keep(dialogue, answered, () => recipients.accept(recipient, reason));
      askRandom(dialogue, recipients);
      return true;
    case 'park':
      keep(dialogue, answered, () => recipients.park(recipient, reason));
      askRandom(dialogue, recipients);
      return true;
    case 'other_sender':
      if (senders.replace(sender)) recipients.requeue(recipient);
      else keep(dialogue, answered, () => recipients.settle(recipient, reason));
      return true;
    case 'other_session':
      recipients.repeatOrSettle(recipient, reason);
      return false;
  }
}

/** Once a session, whichever of the jobs that share it wants to know: its answer serves all of them. */
function askRandom({ answers, domain }: Dialogue, recipients: Recipients): void {
  if (!answers.isProbed(domain) && recipients.askRandom()) answers.noteProbe(domain);
}

function notePacing({ context, session, backoff }: Dialogue, meaning: Meaning): void {
  if (REACTIONS[meaning].isAboutMailbox) {
    backoff.noteAnswer();
    context.reachability.noteAnswer(session.provider);
  }
  noteHostReply(context, session, meaning);
}

function toHostReply({ host, egress }: Session, reply: Reply | undefined): HostReply {
  return { mxHost: host, egress: egress.name, reply };
}
