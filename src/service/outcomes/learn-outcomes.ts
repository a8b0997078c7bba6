import { parseAddress } from '../../address/parse.ts';
import { isSandboxAddress } from '../../address/sandbox-domain.ts';
import { fitOutcome, isHardByClass, type Outcome } from '../../contract/outcomes.ts';
import type { LearnOutcomesRequest } from '../../contract/requests.ts';
import { localPartOf } from '../../lib/address-parts.ts';
import { isoOrNull, isoTime } from '../../lib/iso-time.ts';
import { LoopTurn } from '../../lib/loop-turn.ts';
import type { Result } from '../../result/result.ts';
import type { StorageContext } from '../ports.ts';
import { ServiceError } from '../service-error.ts';
import { toEntry } from '../suppressions/entries.ts';
import { checkRows } from '../teams/storage.ts';
import { toCacheKey } from '../verifications/cache-policy.ts';
import type { NewOutcome, Proof } from './records.ts';

/** An outcome of an address that is valid. */
export type LearnedOutcome = Outcome & { readonly email: string };

/** What became of outcomes that were handed in. */
export interface Learned {
  readonly stored: number;
  /** Those that had come before. */
  readonly known: number;
}

/** Sandbox verifications are kept for a day, and are not cached. */
const SANDBOX_MS = 2 * 24 * 60 * 60_000;

/**
 * Stores outcomes of a team. Cached answers of the team that they contradict are dropped, whichever is newer: a host that
 * accepts a recipient and returns the message later accepted it before, too. Rejects with `over_storage`.
 */
export async function learnOutcomes(
  context: StorageContext,
  teamId: string,
  outcomes: readonly LearnedOutcome[],
): Promise<Learned> {
  await checkRows(context, teamId, ['outcomes']);
  const { store, clock } = context;
  const keys = [...new Set(outcomes.map(({ email }) => toCacheKey(email)))];
  const cached = await store.cache.find(teamId, keys, clock.now());
  const simulated = await acceptedInSandbox(context, teamId, keys);
  const isAccepted = (key: string) =>
    simulated.has(key) || cached.get(key)?.facts.deliverable === true;
  const rows = outcomes.map((outcome) => toNew(outcome, isAccepted));
  const stored = await store.outcomes(teamId).add(rows, clock.now());
  await store.cache.drop(teamId, contradicted(outcomes, cached));
  return { stored, known: outcomes.length - stored };
}

/** Outcomes stored at once: the others wait while requests are served. */
const CHUNK = 200;

/** Stores any number of outcomes. A time that is still to come is now. */
export async function learnMany(
  context: StorageContext,
  teamId: string,
  outcomes: readonly LearnedOutcome[],
): Promise<Learned> {
  const now = context.clock.now();
  const total = { stored: 0, known: 0 };
  const turn = new LoopTurn();
  for (let from = 0; from < outcomes.length; from += CHUNK) {
    const some = outcomes
      .slice(from, from + CHUNK)
      .map((one) => ({ ...one, at: past(one.at, now) }));
    const { stored, known } = await learnOutcomes(context, teamId, some);
    total.stored += stored;
    total.known += known;
    await turn.pauseIfDue();
  }
  return total;
}

function past(at: string | null, now: number): string | null {
  return at === null || Date.parse(at) <= now ? at : isoTime(now);
}

/** Answers of the sandbox are in the history alone. */
function acceptedInSandbox(
  { store, clock }: StorageContext,
  teamId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const simulated = keys.filter(isSandboxAddress);
  return store.outcomes(teamId).acceptedSince(simulated, clock.now() - SANDBOX_MS);
}

function toNew(learned: LearnedOutcome, isAccepted: (key: string) => boolean): NewOutcome {
  const outcome = fitOutcome(learned);
  const { email, outcome: kind, code, status, host, at } = outcome;
  const key = toCacheKey(email);
  const hide = (text: string | null) => text && withoutRecipient(text, email);
  return {
    entry: toEntry(email),
    domain: key.slice(key.lastIndexOf('@') + 1),
    outcome: kind,
    proof: proofOf(outcome),
    wasAccepted: isAccepted(key),
    isHint: outcome.hint === true,
    ...{ code, status, host },
    reply: hide(outcome.reply),
    at: at === null ? null : Date.parse(at),
    source: hide(outcome.source),
  };
}

/** What an outcome proves: a hint proves nothing. */
function proofOf(outcome: Pick<Outcome, 'outcome' | 'status' | 'hint'>): Proof {
  return outcome.hint ? 'none' : claimOf(outcome);
}

/** A bounce for content, or for a full mailbox, says nothing of whether there is one. */
function claimOf({ outcome, status }: Pick<Outcome, 'outcome' | 'status'>): Proof {
  if (outcome === 'no_mailbox' || outcome === 'disabled') return 'gone';
  if (outcome === 'delivered') return 'there';
  return isHardByClass({ outcome, status }) ? 'gone' : 'none';
}

/** The keys of answers that say the opposite. Those that a hint contradicts, too: their hosts are asked again. */
function contradicted(
  outcomes: readonly LearnedOutcome[],
  cached: ReadonlyMap<string, Result>,
): string[] {
  const keys = outcomes.flatMap((outcome) => {
    const key = toCacheKey(outcome.email);
    const answer = cached.get(key);
    return answer && contradicts(outcome, answer) ? [key] : [];
  });
  return [...new Set(keys)];
}

function contradicts(outcome: LearnedOutcome, { facts, decided }: Result): boolean {
  const claim = claimOf(outcome);
  if (claim === 'there') return decided && !facts.deliverable;
  return (claim === 'gone' || outcome.outcome === 'full') && facts.deliverable;
}

type GivenOutcome = LearnOutcomesRequest['outcomes'][number];

/** Milliseconds: the clock of a client may be a little ahead. */
const CLOCK_MS = 5000;

/** Stores outcomes of a request: all of them, or with an invalid one none. */
export async function learnGivenOutcomes(
  context: StorageContext,
  teamId: string,
  given: readonly GivenOutcome[],
): Promise<Learned> {
  const now = context.clock.now();
  const outcomes = given.map((one, index) => toOutcome(one, { index, now }));
  return await learnOutcomes(context, teamId, outcomes);
}

function toOutcome(
  { email, outcome, ...given }: GivenOutcome,
  { index, now }: { readonly index: number; readonly now: number },
): LearnedOutcome {
  const parsed = parseAddress(email.trim());
  if (!parsed.ok) throw invalid(index, `email is no address: it ${parsed.problem.english}`);
  const at = given.at ? Date.parse(given.at) : null;
  if (at !== null && at > now + CLOCK_MS) throw invalid(index, 'at is in the future');
  return {
    email: parsed.address.address,
    outcome,
    code: given.code ?? null,
    status: given.status ?? null,
    host: given.host ?? null,
    reply: given.reply ?? null,
    at: isoOrNull(at),
    source: given.source ?? null,
    hint: given.hint,
  };
}

function invalid(index: number, problem: string): ServiceError {
  return new ServiceError('outcome_invalid', `outcomes[${index}].${problem}`);
}

/** What stands in place of what names somebody. */
const HIDDEN = '…';
/**
 * Any address, or any other word: a message may have been forwarded to another one. The domain may be absent,
 * so that each word is looked at once, however long it is.
 */
const WORD = /[^\s<>()[\]",;:@]+(@[\w.-]*\w)?/g;

/** A reply or a source without addresses, and without the local part of the recipient wherever it stands. */
export function withoutRecipient(text: string, email: string): string {
  const localPart = localPartOf(email);
  const bare = localPart.replace(/^"(.*)"$/, '$1');
  const names = [localPart, bare, bare.split('+', 1)[0] ?? ''];
  const plain = without(text, email, () => true).replace(WORD, (word, domain) =>
    domain === undefined ? word : HIDDEN,
  );
  return names.reduce((rest, name) => without(rest, name, isWord), plain);
}

type Accept = (text: string, start: number, end: number) => boolean;

/**
 * In whatever case. An expression of each address would do as well, but V8 keeps its machine code, 2 KB and more,
 * until the next collection of old objects.
 */
function without(text: string, part: string, accept: Accept): string {
  if (part === '') return text;
  const folded = folds(text);
  const wanted = folds(part);
  let kept = '';
  let rest = 0;
  for (let at = folded.indexOf(wanted); at >= 0; ) {
    const end = at + wanted.length;
    const isHidden = accept(text, at, end);
    if (isHidden) {
      kept += text.slice(rest, at) + HIDDEN;
      rest = end;
    }
    at = folded.indexOf(wanted, isHidden ? end : at + 1);
  }
  return kept + text.slice(rest);
}

const ENDS_IN_WORD = /[\p{L}\d]$/u;
const BEGINS_IN_WORD = /^[\p{L}\d]/u;

/** A part of another word does not count. A character has one or two code units. */
function isWord(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  return !ENDS_IN_WORD.test(before) && !BEGINS_IN_WORD.test(text.slice(end, end + 2));
}

/** The text of the same length in one case: ς, Σ and σ are one, ß and İ stay single. */
function folds(text: string): string {
  return text.replace(/[A-Z]+|[^\0-\x7f]/gu, (part) =>
    sameLength(part, sameLength(part, part.toUpperCase()).toLowerCase()),
  );
}

function sameLength(text: string, changed: string): string {
  return changed.length === text.length ? changed : text;
}
