import { EARLY, noteHostReply } from '../hosts/open-host.ts';
import type { ProbeContext } from '../probe-context.ts';
import type { Meaning } from '../smtp/meaning.ts';
import type { RecipientAnswer, Said } from '../smtp/recipient-answer.ts';
import type { Session } from '../smtp/session.ts';
import type { ProvisionalAnswers } from './provisional-answers.ts';
import { REACTIONS, UNDECIDING } from './reactions.ts';
import type { Recipient } from './recipient.ts';
import type { Recipients } from './recipients.ts';

/** A 4xx after so many refusals may be a penalty for them. */
const SEVERAL_REFUSED = 3;
/** Refusals of us in a row that end a session. */
export const MOST_BLOCKED = 3;

/** The envelope senders to try with a set of hosts, and the one in use. */
export class Senders {
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

interface Talk {
  readonly context: ProbeContext;
  readonly senders: Senders;
  readonly session: Session;
  readonly recipients: Recipients;
  /** The answers of the session so far. */
  readonly answers: ProvisionalAnswers;
  /** One command at a time, whatever the host offers. */
  readonly isCareful: boolean;
}

/** Asks for a batch of one domain's addresses. Returns whether the session may go on. */
export async function converse(talk: Talk, batch: readonly Recipient[]): Promise<boolean> {
  return (await begin(talk, batch)) && ask(talk, batch);
}

/** MAIL, with the next sender where one is refused. A failure here says nothing about the batch's addresses. */
async function begin(talk: Talk, batch: readonly Recipient[]): Promise<boolean> {
  const { context, senders, session, recipients, isCareful } = talk;
  const utf8 = batch.some((recipient) => recipient.needsSmtpUtf8);
  const { domain } = recipients;
  const addresses = isCareful ? [] : batch.map((recipient) => recipient.address);
  for (;;) {
    const sender = senders.name;
    const begun = await session.begin({ sender, utf8, domain }, addresses);
    if (begun === 'begun') {
      recipients.useProvider(session.acceptAll);
      return true;
    }
    if (begun === 'sender_refused' && senders.replace(sender)) continue;
    noteHostReply(context, session.host, begun);
    for (const recipient of batch) {
      recipient.witness = { mxHost: session.host, reply: session.refusal };
      if (begun === 'out_of_step') recipients.discard(recipient, begun, batch.length === 1);
      else recipients.again(recipient, EARLY[begun] ?? 'unclear');
    }
    return false;
  }
}

async function ask(talk: Talk, batch: readonly Recipient[]): Promise<boolean> {
  const sender = talk.senders.name;
  let answered = 0;
  let goesOn = true;
  const addresses = batch.map((recipient) => recipient.address);
  await talk.session.ask(addresses, (answer) => {
    const recipient = batch[answered++];
    goesOn = recipient !== undefined && takeAnswer(talk, { recipient, answer, sender });
    return goesOn;
  });
  talk.recipients.giveBack(batch.slice(answered));
  return goesOn;
}

interface Answered<Answer> {
  readonly recipient: Recipient;
  readonly answer: Answer;
  /** Under which the address was asked. */
  readonly sender: string;
}

/** Whether the session may go on. */
function takeAnswer(talk: Talk, { recipient, answer, sender }: Answered<RecipientAnswer>): boolean {
  const { context, session, recipients } = talk;
  recipient.attempts++;
  const reply = answer.kind === 'said' ? answer.reply : undefined;
  recipient.witness = { mxHost: session.host, reply };
  if (answer.kind === 'silence') {
    recipients.silence(recipient, answer.culprit);
    return false;
  }
  if (answer.kind === 'out_of_step') {
    keep(talk, { recipient, answer: NO_REPLY }, () => {});
    return false;
  }
  context.pacing.backoff(session.provider).noteRecipient(answer.code >= 500);
  const answered = { recipient, answer, sender };
  if (recipient.mailbox === undefined && takeRandomAnswer(talk, answered)) return true;
  const isVoid = answer.code < 500 && answer.code >= 400 && session.refused >= SEVERAL_REFUSED;
  if (isVoid && recipients.repeat(recipient, 'deferred')) return false;
  return react(talk, answered);
}

const NO_REPLY = { code: 0, isNamed: false };

/** Keeps an answer until the session is known to be in step. */
function keep(
  { answers, recipients }: Talk,
  { recipient, answer }: { recipient: Recipient; answer: Pick<Said, 'code' | 'isNamed'> },
  apply: () => void,
): void {
  const { code, isNamed } = answer;
  answers.add({ recipient, recipients, code, isNamed, apply });
}

/** Whether the answer to the random address decides: any refusal does, since accept-all hosts give none. */
function takeRandomAnswer(talk: Talk, answered: Answered<Said>): boolean {
  const { meaning, code } = answered.answer;
  const refused = meaning === 'no_mailbox' || (code >= 500 && !UNDECIDING.has(meaning));
  if (meaning !== 'accepted' && !refused) return false;
  keep(talk, answered, () => talk.recipients.learnAcceptAll(meaning === 'accepted'));
  return true;
}

function react(talk: Talk, answered: Answered<Said>): boolean {
  const { session, recipients, senders } = talk;
  const { recipient, answer, sender } = answered;
  const { does, reason } = REACTIONS[answer.meaning];
  notePace(talk, answer.meaning);
  switch (does) {
    case 'settle':
      keep(talk, answered, () => recipients.settle(recipient, reason));
      return session.blockedInRow < MOST_BLOCKED;
    case 'accept':
      keep(talk, answered, () => recipients.accept(recipient, reason));
      recipients.askRandom();
      return true;
    case 'park':
      keep(talk, answered, () => recipients.park(recipient, reason));
      recipients.askRandom();
      return true;
    case 'other_sender':
      if (senders.replace(sender)) recipients.requeue(recipient);
      else keep(talk, answered, () => recipients.settle(recipient, reason));
      return true;
    case 'other_session':
      recipients.again(recipient, reason);
      return false;
  }
}

function notePace({ context, session }: Talk, meaning: Meaning): void {
  const { provider } = session;
  if (REACTIONS[meaning].trusts) {
    context.pacing.backoff(provider).noteAnswer();
    context.reachability.noteAnswer(provider);
  }
  noteHostReply(context, session.host, meaning);
}
