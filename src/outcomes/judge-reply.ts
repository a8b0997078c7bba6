import type { OutcomeKind } from '../contract/outcomes.ts';
import { classify } from '../verifier/smtp/classify.ts';
import type { Meaning, Stage } from '../verifier/smtp/meaning.ts';
import { BEFORE_REPLIES, BEHIND_REPLIES, findLocalReason } from './local-reasons.ts';
import { parseReply, type ReplyParts } from './reply-parts.ts';

/** What a source says of one message to one address. */
export interface Refusal {
  readonly email: string | null;
  /** As it is in the source. */
  readonly reply: string | null;
  readonly status: string | null;
  readonly host: string | null;
  /** Attempts go on. */
  readonly isDelayed: boolean;
}

/** What it means, with the codes that were found. */
export function judgeRefusal(refusal: Refusal): {
  readonly outcome: OutcomeKind;
  readonly code: number | null;
  readonly status: string | null;
} {
  const parts = parseReply(refusal.reply);
  const status = parts.status ?? refusal.status;
  const { code } = parts;
  return { outcome: outcomeOf(refusal, { ...parts, status }), code, status };
}

function outcomeOf(refusal: Refusal, parts: ReplyParts): OutcomeKind {
  if (refusal.isDelayed) return 'deferred';
  return (
    findLocalReason(BEFORE_REPLIES, parts) ??
    BY_MEANING[meaningOf(refusal, parts)] ??
    findLocalReason(BEHIND_REPLIES, parts) ??
    undecided(parts)
  );
}

function meaningOf({ email, host, reply }: Refusal, parts: ReplyParts): Meaning {
  const { code, status, words } = parts;
  const isExact = status !== null && !/^\d\.0\.0$/.test(status);
  const replyCode = code ?? codeFor(status, isExact);
  const line = isExact ? `${status} ${words}` : words;
  return classify({
    stage: stageOf(reply ?? ''),
    reply: { code: replyCode, lines: [line.replace(MTA_NOTE, '').trim()] },
    host: host ?? '',
    address: email ?? undefined,
  }).meaning;
}

/** RFC 3463 §2: the class of the status is that of the reply code. 554 and 451 alone say nothing. */
function codeFor(status: string | null, isExact: boolean): number {
  if (status?.startsWith('4')) return isExact ? 450 : 451;
  return isExact ? 550 : 554;
}

/** What the sending server adds behind the reply of the host. */
const MTA_NOTE = /\s*\(in reply to [^)]*\)?\s*$/i;

const STAGES: readonly (readonly [Stage, RegExp])[] = [
  ['mail', /in reply to MAIL FROM|after MAIL FROM/i],
  ['hello', /in reply to (?:EHLO|HELO)|after (?:EHLO|HELO)/i],
  ['greeting', /after initial connection|while receiving the initial server greeting/i],
];

/** The command that was refused, as the sending server says. */
function stageOf(reply: string): Stage {
  return STAGES.find(([, words]) => words.test(reply))?.[0] ?? 'rcpt';
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
