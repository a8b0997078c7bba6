import type { Verification } from './decode.ts';

/** What a result means for the sender, derived from its fields, for any service. */
export const VERDICTS = ['deliverable', 'risky', 'undeliverable', 'unknown'] as const;
/** One of `VERDICTS`. */
export type Verdict = (typeof VERDICTS)[number];

/** The best first. An undecided address may still be reached. */
const BEST_FIRST: readonly Verdict[] = ['deliverable', 'risky', 'unknown', 'undeliverable'];

/** Absent, of a cell that holds no address: worse than every verdict. */
export function isWorse(one: Verdict | undefined, other: Verdict | undefined): boolean {
  return rankOf(one) > rankOf(other);
}

function rankOf(verdict: Verdict | undefined): number {
  return verdict === undefined ? BEST_FIRST.length : BEST_FIRST.indexOf(verdict);
}

/** Why. `several_addresses` is a reason of a list's row, never of an address. */
export const REASONS = [
  'accepted',
  'accept_all',
  'disposable',
  'role',
  'suppressed',
  'syntax',
  'no_mx',
  'mailbox',
  'no_answer',
  'not_probed',
  'error',
  'incomplete',
  'several_addresses',
] as const;
/** One of `REASONS`. */
export type Reason = (typeof REASONS)[number];

/** The verdict that each reason is given for. */
export const VERDICT_OF: Readonly<Record<Reason, Verdict>> = {
  accepted: 'deliverable',
  accept_all: 'risky',
  disposable: 'risky',
  role: 'risky',
  suppressed: 'risky',
  syntax: 'undeliverable',
  no_mx: 'undeliverable',
  mailbox: 'undeliverable',
  no_answer: 'unknown',
  not_probed: 'unknown',
  error: 'unknown',
  incomplete: 'unknown',
  several_addresses: 'unknown',
};

/** A verdict with its reason. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly reason: Reason;
}

interface JudgingOptions {
  /** Whether a deliverable role address is risky (the default) or deliverable. */
  readonly riskyRole?: boolean;
}

/**
 * A verdict rests on the fields of the interface alone. In no field is that an address is suppressed, or
 * that no mail host was to be asked: both are fine reasons.
 */
type FactsAndReason = Omit<Verification, 'detail'> & {
  readonly detail?: { readonly reason: string } | undefined;
};

/** The fine reason of an address that is on the suppression list of the team: it was not verified. */
export const SUPPRESSED = 'suppressed';

/** The fine reasons of addresses about which no mail host was to be asked: with a look at DNS, and without. */
const NOT_PROBED = 'not_probed';
const NOT_LOOKED_UP = 'not_looked_up';
const FULL = 'full';

/** The fine reason of an address to which the team's mail bounced: no host was asked. */
export const BOUNCED = 'bounced';

/** What is known of one address: a bare result, or the entry of a batch that carries one. */
interface JudgedEntry {
  readonly result?: FactsAndReason | undefined;
  readonly error?: string | undefined;
}

/** The verdict of an address with its error, if any. An error beats a result beside it. */
export function judge(judged: JudgedEntry, options: JudgingOptions = {}): Judgement {
  if (judged.error !== undefined) return { verdict: 'unknown', reason: 'error' };
  if (!judged.result) return INCOMPLETE;
  const fine = judged.result.detail?.reason;
  if (fine === SUPPRESSED) return { verdict: 'risky', reason: SUPPRESSED };
  if (fine === NOT_PROBED || fine === NOT_LOOKED_UP) return judgeUnprobed(judged.result);
  return judgeResult(judged.result, options.riskyRole ?? true);
}

const INCOMPLETE: Judgement = { verdict: 'unknown', reason: 'incomplete' };

/** A throw-away address is one whatever its mail host says. */
function judgeUnprobed({ temporary }: FactsAndReason): Judgement {
  return temporary
    ? { verdict: 'risky', reason: 'disposable' }
    : { verdict: 'unknown', reason: 'not_probed' };
}

/**
 * The verdict of a result. A missing field is unknown, never false: no address is called
 * undeliverable, or deliverable, for what a service left out.
 *
 * Undecided (the mail host did not answer, or refused the verifier rather than the recipient) is
 * recognised by `mx` true, `smtp` and `deliverable` false.
 */
function judgeResult(result: FactsAndReason, riskyRole: boolean): Judgement {
  if (result.valid === false) return { verdict: 'undeliverable', reason: 'syntax' };
  if (result.deliverable === true) return judgeDeliverable(result, riskyRole);
  if (result.deliverable === undefined) return INCOMPLETE;
  if (result.mx === false) return { verdict: 'undeliverable', reason: 'no_mx' };
  if (result.smtp === true) return { verdict: 'undeliverable', reason: 'mailbox' };
  if (result.mx === undefined || result.smtp === undefined) return INCOMPLETE;
  return { verdict: 'unknown', reason: 'no_answer' };
}

function judgeDeliverable(result: FactsAndReason, riskyRole: boolean): Judgement {
  const { acceptAll, temporary } = result;
  const role = riskyRole ? result.role : false;
  if (acceptAll) return { verdict: 'risky', reason: 'accept_all' };
  if (temporary) return { verdict: 'risky', reason: 'disposable' };
  if (role) return { verdict: 'risky', reason: 'role' };
  if (acceptAll === undefined || temporary === undefined || role === undefined) return INCOMPLETE;
  return { verdict: 'deliverable', reason: 'accepted' };
}

/** What a program does with an address. */
export const ACTIONS = ['send', 'hold', 'drop'] as const;
/** One of `ACTIONS`. */
type Action = (typeof ACTIONS)[number];

/**
 * `drop`: never mail it. An address is dropped for what is known of it, or because a person said so: never
 * because a mail host refused the verifier. A full mailbox is somebody's, who may empty it: `hold`.
 */
export function actionOf({ verdict, reason }: Judgement, fine?: string): Action {
  if (reason === SUPPRESSED) return 'drop';
  return fine === FULL && verdict === 'undeliverable' ? 'hold' : ACTION_OF[verdict];
}

const ACTION_OF: Readonly<Record<Verdict, Action>> = {
  deliverable: 'send',
  risky: 'hold',
  unknown: 'hold',
  undeliverable: 'drop',
};
