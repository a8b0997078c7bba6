import type { OutcomeKind } from '../contract/outcomes.ts';
import { classify } from '../verifier/smtp/classify.ts';
import type { Meaning, Stage } from '../verifier/smtp/meaning.ts';
import {
  BEFORE_REPLIES,
  BEHIND_REPLIES,
  findDomainReason,
  findLocalReason,
} from './local-reasons.ts';
import { stageIn } from './refused-stage.ts';
import { parseReply, type ReplyParts } from './reply-parts.ts';

/** What a source says of one message to one address. */
export interface Refusal {
  readonly email: string | null;
  /** The reply as in the source. */
  readonly reply: string | null;
  readonly status: string | null;
  readonly host: string | null;
  /** Attempts go on. */
  readonly isDelayed: boolean;
  /** The command that was refused, where more than the reply says it. */
  readonly stage?: Stage | undefined;
  /** Addresses that the message came from, in lower case. */
  readonly senders?: readonly string[] | undefined;
}

/** What a reply means, with the codes that were found. */
export interface JudgedReply {
  readonly outcome: OutcomeKind;
  readonly code: number | null;
  readonly status: string | null;
}

export function judgeRefusal(refusal: Refusal): JudgedReply {
  const parts = parseReply(refusal.reply);
  const status = parts.status ?? refusal.status;
  const { code } = parts;
  return { outcome: outcomeOf(refusal, { ...parts, status }), code, status };
}

/** Microsoft 365 quotes the host that it sent to: `550 5.1.351 Remote server returned … -> 550 Unknown user`. */
const QUOTED_REPLY = / -> ([45]\d\d[ -].*)/;

function outcomeOf(refusal: Refusal, parts: ReplyParts): OutcomeKind {
  const quoted = QUOTED_REPLY.exec(refusal.reply ?? '')?.[1];
  if (quoted !== undefined) {
    const { code, status, words } = parseReply(quoted);
    return outcomeOf(
      { ...refusal, reply: quoted },
      { code, status: status ?? parts.status, words },
    );
  }
  if (refusal.isDelayed) return 'deferred';
  if (!isAboutSender(refusal, parts)) {
    return findDomainReason(refusal.email, parts) ?? byWords(refusal, parts);
  }
  const outcome = byWords(refusal, parts);
  return SAYS_NOTHING_OF_SENDER.has(outcome) ? 'blocked' : outcome;
}

const SAYS_NOTHING_OF_SENDER: ReadonlySet<OutcomeKind> = new Set([
  'no_mailbox',
  'disabled',
  'full',
  'undecided',
]);

/** Whether the sender was refused: nothing is known of the recipient then, whatever the words. */
function isAboutSender(refusal: Refusal, { status }: ReplyParts): boolean {
  const isEarly = stageOf(refusal) !== 'rcpt';
  // RFC 3463 §3.2: the address of the sender, its domain.
  return isEarly || /^5\.1\.[78]$/.test(status ?? '') || namesSender(refusal);
}

function namesSender({ email, reply, senders = [] }: Refusal): boolean {
  const text = reply?.toLowerCase() ?? '';
  const isRecipientNamed = email !== null && text.includes(email.toLowerCase());
  return !isRecipientNamed && senders.some((one) => text.includes(one));
}

/** NTT Docomo says behind DATA, too, that it knows nobody: there a person refuses the sender. */
function isRefusedByPerson({ host, reply, status }: Refusal): boolean {
  const isDocomo = /(?:^|\.)docomo\.ne\.jp$/.test(host ?? '');
  return isDocomo && /unknown user/i.test(reply ?? '') && status !== '5.1.1';
}

function byWords(refusal: Refusal, parts: ReplyParts): OutcomeKind {
  if (isRefusedByPerson(refusal)) return 'blocked';
  return (
    findLocalReason(BEFORE_REPLIES, parts) ??
    // Sentences of a sending server are no reply of a host.
    (parts.code === null ? findLocalReason(BEHIND_REPLIES, parts) : undefined) ??
    BY_MEANING[meaningOf(refusal, parts)] ??
    findLocalReason(BEHIND_REPLIES, parts) ??
    undecided(parts)
  );
}

function meaningOf(refusal: Refusal, parts: ReplyParts): Meaning {
  const { email, host } = refusal;
  const { code, status, words } = parts;
  const isExact = status !== null && !/^\d\.0\.0$/.test(status);
  const replyCode = code ?? codeFor(status);
  const line = isExact ? `${status} ${words}` : words;
  return classify({
    stage: stageOf(refusal),
    reply: { code: replyCode, lines: [withoutNote(line)] },
    host: host ?? '',
    address: email ?? undefined,
  }).meaning;
}

/** RFC 3463 §2: the class of the status is that of the reply code. 554 and 451 alone say nothing. */
function codeFor(status: string | null): number {
  const isOfMailbox = /^\d\.[12]\./.test(status ?? '');
  if (status?.startsWith('4')) return isOfMailbox ? 450 : 451;
  return isOfMailbox ? 550 : 554;
}

/** The reply without what the sending server adds to it: `(in reply to RCPT TO command)`. */
function withoutNote(line: string): string {
  const at = line.toLowerCase().lastIndexOf('(in reply to ');
  const end = at === -1 ? -1 : line.indexOf(')', at);
  const isLast = at !== -1 && (end === -1 || line.slice(end + 1).trim() === '');
  return (isLast ? line.slice(0, at) : line).trim();
}

/** The command that was refused, as the sending server says. */
function stageOf({ stage, reply }: Refusal): Stage {
  return stage ?? stageIn(reply ?? '') ?? 'rcpt';
}

const BY_MEANING: Partial<Record<Meaning, OutcomeKind>> = {
  no_mailbox: 'no_mailbox',
  no_mail_domain: 'no_mailbox',
  full: 'full',
  disabled: 'disabled',
  blocked: 'blocked',
  rate_limited: 'blocked',
  harvest_limit: 'blocked',
  sender_refused: 'blocked',
  greylisted: 'deferred',
  busy: 'deferred',
  their_trouble: 'deferred',
  session_limit: 'deferred',
  closing: 'deferred',
  no_service: 'deferred',
};

/** A message that was given up after temporary failures says no more than that. */
function undecided({ code, status }: ReplyParts): OutcomeKind {
  const isTemporary = status?.startsWith('4') ?? (code !== null && code >= 400 && code < 500);
  return isTemporary ? 'deferred' : 'undecided';
}
