import { isSandboxAddress } from '../../address/sandbox-domain.ts';
import type { AccuracyReport, AccuracyRow } from '../../contract/accuracy.ts';
import { BOUNCED, type Judgement, SUPPRESSED } from '../../contract/verdict.ts';
import { isoMonth, isoTime } from '../../lib/iso-time.ts';
import { wilson } from '../../lib/wilson.ts';
import { type Result, verdictOf } from '../../result/result.ts';
import type { OutcomeProofs, Proof, StoredProof } from '../outcomes/records.ts';
import type { VerificationRecord } from '../people/records.ts';
import type { StoreContext, TimedContext } from '../ports.ts';
import type { Pause } from '../read-turns.ts';
import { toEntry } from '../suppressions/entries.ts';
import { readHistory } from '../verifications/read-history.ts';

/** How often a team's results were right, by default those of the last half year. It only reads. */
export async function getAccuracy(
  context: TimedContext,
  teamId: string,
  request: {
    /** Milliseconds since the epoch. */
    readonly since?: number | undefined;
    readonly batches?: readonly string[] | undefined;
    readonly pause?: Pause | undefined;
  } = {},
): Promise<AccuracyReport> {
  const since = request.since ?? context.clock.now() - ACCURACY_DAYS_MS;
  return toReport(await measureAccuracy(context, teamId, { ...request, since }));
}

/** Which results are looked at. */
interface WantedResults {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Those of these batches alone. */
  readonly batches?: readonly string[] | undefined;
  readonly isSandboxLeftOut?: boolean;
  readonly pause?: Pause | undefined;
}

/** What outcomes say of a team's results. */
interface Measured {
  readonly tally: AccuracyTally;
  /** Distinct addresses that were verified. */
  readonly verified: number;
  /** Those of them to which the outcome of mail is known. */
  readonly outcomes: number;
  readonly delivered: number;
  readonly bounced: number;
  /** Outcomes without a date, which count as of when they were read. */
  readonly undated: number;
  /** Results before this time were not looked at. */
  readonly since: number;
  /** There is more than is read at once: `since` is later than asked for. */
  readonly isCut: boolean;
}

/** An outcome says something about a result for this long; later the mailbox may have changed. */
const OUTCOME_WITHIN_MS = 30 * 24 * 60 * 60_000;

/** The time whose results are looked at by default. */
const ACCURACY_DAYS_MS = 180 * 24 * 60 * 60_000;

/** Results that are read at most: two seconds. */
const MOST_RESULTS = 200_000;
/** The same for a team without any outcome: ten milliseconds. */
const MOST_WITHOUT_OUTCOMES = 5_000;

/** Compares what was found of a team's addresses with what became of mail to them. */
async function measureAccuracy(
  context: StoreContext,
  teamId: string,
  wanted: WantedResults,
): Promise<Measured> {
  const outcomes = context.store.outcomes(teamId);
  const most = (await outcomes.isEmpty()) ? MOST_WITHOUT_OUTCOMES : MOST_RESULTS;
  const proofs = await outcomes.proofs(wanted.since);
  const found = new ComparedResults(proofs);
  const results = wanted.batches
    ? resultsOfBatches(context, teamId, wanted)
    : readHistory(context, teamId, wanted.since);
  let [read, oldest] = [0, wanted.since];
  for await (const result of results) {
    if (read >= most) {
      oldest = result.at;
      break;
    }
    read++;
    if (!(wanted.isSandboxLeftOut && isSandboxAddress(result.email))) found.add(result);
    await wanted.pause?.();
  }
  return { ...found.measured(), since: oldest, isCut: read >= most };
}

/** Newest first, as far as batches are given so; a batch of another team is ignored. */
async function* resultsOfBatches(
  { store }: StoreContext,
  teamId: string,
  { batches = [], since }: WantedResults,
): AsyncGenerator<VerificationRecord> {
  for (const id of batches) {
    const found = await store.team(teamId).findBatch(id);
    for (const { email, result } of found?.entries ?? []) {
      if (result && result.checkedAt >= since) yield { email, result, at: result.checkedAt };
    }
  }
}

/** What an address counts as. */
interface CountedAddress {
  readonly domain: string;
  readonly judgement: Judgement;
  readonly result: Result;
  readonly proof: StoredProof | undefined;
}

/** Each address counts once: with the last result before an outcome, or without one its newest. */
class ComparedResults {
  readonly #proofs: OutcomeProofs;
  readonly #counted = new Map<string, CountedAddress>();

  constructor(proofs: OutcomeProofs) {
    this.#proofs = proofs;
  }

  add(verified: VerificationRecord): void {
    const { email, at, result } = verified;
    const key = toEntry(email);
    const known = this.#counted.get(key);
    if (known?.proof) return;
    // They say what an outcome or a list said, nothing of a mail host.
    if (result.reason === BOUNCED || result.reason === SUPPRESSED) return;
    const proof = this.#proofBehind(key, at);
    if (known && !proof) return;
    const domain = key.slice(key.lastIndexOf('@') + 1);
    this.#counted.set(key, { domain, judgement: verdictOf(result), result, proof });
  }

  /** The first outcome behind a result. */
  #proofBehind(key: string, at: number): StoredProof | undefined {
    return this.#proofs
      .find(key)
      .find((proof) => proof.at >= at && proof.at <= at + OUTCOME_WITHIN_MS);
  }

  measured() {
    const tally = new AccuracyTally();
    const counts = { verified: 0, outcomes: 0, delivered: 0, bounced: 0, undated: 0 };
    for (const counted of this.#counted.values()) {
      tally.add(counted);
      counts.verified++;
      if (!counted.proof) continue;
      counts.outcomes++;
      counts[counted.proof.proof === 'there' ? 'delivered' : 'bounced']++;
      if (!counted.proof.isDated) counts.undated++;
    }
    return { tally, ...counts };
  }
}

/** A result, and what became of mail to its address soon after. */
interface MeasuredResult {
  readonly domain: string;
  readonly judgement: Judgement;
  readonly result: Result;
  readonly proof?: StoredProof | undefined;
}

/** What rows are counted by: each is a part of the one before. */
interface Place extends Judgement, Partial<Rule> {
  readonly host?: string;
}

/** How many results of a place there are, and what became of them. */
interface Cell {
  readonly place: Place;
  verified: number;
  delivered: number;
  bounced: number;
  /** Undefined: its results promise nothing. */
  contradicted: number | undefined;
  /** Of the contradictions those with a date. */
  dated: number;
  /** Domains of those. */
  readonly domains: Set<string>;
  /** Share that may be contradicted. */
  readonly promise: number | undefined;
  /** Replies of contradictions, or of bounces where nothing is promised, by how often they came. */
  readonly replies: Map<string, number>;
}

/** More of them are not counted apart. */
const MAX_REPLIES = 1000;

/** Counts results and their outcomes by verdict, by rule and by host. */
class AccuracyTally {
  readonly verdicts = new Map<string, Cell>();
  readonly rules = new Map<string, Cell>();
  readonly hosts = new Map<string, Cell>();

  add(sample: MeasuredResult): void {
    const { judgement, result } = sample;
    const rule = ruleOf(result);
    const place = { ...judgement, ...rule };
    note(cellAt(this.verdicts, judgement), sample, rule);
    note(cellAt(this.rules, place), sample, rule);
    note(cellAt(this.hosts, { ...place, host: result.evidence.mxHost ?? '' }), sample, rule);
  }
}

function cellAt(cells: Map<string, Cell>, place: Place): Cell {
  const { verdict, reason, detail, rule, provider, host } = place;
  const key = JSON.stringify([verdict, reason, detail, rule, provider, host]);
  const known = cells.get(key);
  if (known) return known;
  const fresh = emptyCell(place);
  cells.set(key, fresh);
  return fresh;
}

function emptyCell(place: Place): Cell {
  const promise = place.detail === undefined ? undefined : promiseOf(place.detail)?.atMost;
  const counts = { verified: 0, delivered: 0, bounced: 0, contradicted: undefined, dated: 0 };
  return { place, ...counts, promise, domains: new Set(), replies: new Map() };
}

function note(cell: Cell, { proof, domain }: MeasuredResult, rule: Rule): void {
  cell.verified++;
  const promised = promiseOf(rule.detail);
  if (promised) cell.contradicted ??= 0;
  if (!proof) return;
  if (proof.proof === 'there') cell.delivered++;
  else cell.bounced++;
  const isContradicted = proof.proof === promised?.contradictedBy;
  if (isContradicted) {
    cell.contradicted = (cell.contradicted ?? 0) + 1;
    if (proof.isDated) {
      cell.dated++;
      cell.domains.add(domain);
    }
  }
  if (isContradicted || (!promised && proof.proof === 'gone')) noteReply(cell, proof.reply);
}

function noteReply({ replies }: Cell, reply: string): void {
  if (reply === '' || (replies.size >= MAX_REPLIES && !replies.has(reply))) return;
  replies.set(reply, (replies.get(reply) ?? 0) + 1);
}

/** By what a result was judged: the unit that outcomes may contradict. */
interface Rule {
  /** The fine reason. */
  readonly detail: string;
  /** What judged the reply, for an acceptance what controls it; empty: not known. */
  readonly rule: string;
  /** An id of the table of providers, else the domain of the hosts; empty: not known. */
  readonly provider: string;
}

/** The rule of a result. */
function ruleOf({ reason, evidence }: Result): Rule {
  const { rule, control, provider } = evidence;
  const isAcceptance = reason === 'accepted' || reason === 'exists_busy';
  const judged = isAcceptance ? control : rule;
  return { detail: reason, rule: judged ?? '', provider: provider ?? '' };
}

/** A key of a rule. */
function ruleKey({ detail, rule, provider }: Rule): string {
  return JSON.stringify([detail, rule, provider]);
}

/** What a result promises of the mailbox, and how often outcomes may say the opposite. */
interface Promised {
  readonly contradictedBy: Proof;
  /** Of the addresses with this result, from 0 to 1. */
  readonly atMost: number;
}

/** A mailbox may end between verification and mail: of those that accept, more is allowed. */
const THERE: Promised = { contradictedBy: 'gone', atMost: 0.03 };
const GONE: Promised = { contradictedBy: 'there', atMost: 0.01 };

/** By fine reason. A full mailbox is emptied, and what is risky or unknown says so: they promise nothing. */
const PROMISES: ReadonlyMap<string, Promised> = new Map([
  ['accepted', THERE],
  ['exists_busy', THERE],
  ['no_mailbox', GONE],
  ['disabled', GONE],
  ['no_mx', GONE],
  ['null_mx', GONE],
]);

function promiseOf(detail: string): Promised | undefined {
  return PROMISES.get(detail);
}

/** Rows of a kind at most; those with contradictions come first. */
const MOST_ROWS = 500;
const SHOWN_REPLIES = 3;

/** Below this share of known outcomes nobody knows what became of the others: mostly bounces are read. */
const KNOWN_SHARE = 0.5;

/** What a share is a share of: addresses with an outcome where most have one, else all that were verified. */
function basisOf({ delivered, verified, outcomes }: Measured): AccuracyReport['basis'] {
  const isWhole = delivered > 0 && outcomes >= verified * KNOWN_SHARE;
  return isWhole ? 'outcomes' : 'verified';
}

/** The worst first, by what is certain: the lower end of the interval. */
function toReport(measured: Measured): AccuracyReport {
  const { tally, since, isCut, ...counts } = measured;
  const basis = basisOf(measured);
  const rows = (cells: AccuracyTally['rules'], isAll = false) =>
    [...cells.values()]
      .filter(({ delivered, bounced }) => isAll || delivered + bounced > 0)
      .map((cell) => toRow(cell, basis))
      .sort(worstFirst)
      .slice(0, MOST_ROWS);
  return {
    since: isoTime(since),
    cut: isCut,
    ...counts,
    basis,
    verdicts: rows(tally.verdicts, true),
    rules: rows(tally.rules),
    hosts: rows(tally.hosts),
  };
}

function toRow(cell: Cell, basis: AccuracyReport['basis']): AccuracyRow {
  const { place, verified, delivered, bounced, contradicted, promise } = cell;
  const { verdict, reason, detail = null, rule, provider, host } = place;
  const outcomes = delivered + bounced;
  const interval = contradicted === undefined || outcomes === 0 ? undefined : shareOf(cell, basis);
  return {
    verdict,
    reason,
    detail,
    rule: rule || null,
    provider: provider || null,
    host: host || null,
    ...{ verified, outcomes, delivered, bounced },
    contradicted: contradicted ?? null,
    share: interval?.share ?? null,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    promise: promise ?? null,
    replies: repliesOf(cell),
  };
}

/** The share of contradicted results with its interval. */
function shareOf(
  { verified, delivered, bounced, contradicted = 0 }: Cell,
  basis: AccuracyReport['basis'],
): { readonly share: number; readonly low: number; readonly high: number } {
  const of = basis === 'outcomes' ? delivered + bounced : verified;
  return { share: of === 0 ? 0 : contradicted / of, ...wilson(contradicted, of) };
}

function repliesOf({ replies }: Cell): AccuracyRow['replies'] {
  return [...replies]
    .sort(([, one], [, other]) => other - one)
    .slice(0, SHOWN_REPLIES)
    .map(([reply, count]) => ({ reply, count }));
}

function worstFirst(one: AccuracyRow, other: AccuracyRow): number {
  return (
    (other.low ?? -1) - (one.low ?? -1) ||
    (other.contradicted ?? -1) - (one.contradicted ?? -1) ||
    other.outcomes - one.outcomes
  );
}

/** A rule that outcomes contradict more often than it promises. */
export interface ContradictedRule extends Rule {
  readonly contradicted: number;
  /** Results of how many addresses it is a share of. */
  readonly of: number;
  /** Distinct domains of the contradicted addresses. */
  readonly domains: number;
  /** Share that may be contradicted. */
  readonly promise: number;
}

/** With fewer contradicted addresses, or fewer domains of them, there is no warning: one domain may be set up wrongly. */
const LEAST_CONTRADICTED = 5;
const LEAST_DOMAINS = 3;

/**
 * The rules that outcomes of all teams contradict more often than they promise, with 95 % certainty; most contradicted
 * first. Outcomes without a date and addresses of the sandbox do not count. Teams without outcomes cost one query.
 */
export async function findContradictedRules(
  { store, clock }: TimedContext,
  pause?: Pause,
): Promise<readonly ContradictedRule[]> {
  const now = clock.now();
  const counts = new Map<string, RuleCounts>();
  for (const { id } of await store.teams.list(isoMonth(now))) {
    if (await store.outcomes(id).isEmpty()) continue;
    const wanted = { since: now - ACCURACY_DAYS_MS, isSandboxLeftOut: true, pause };
    addRules(counts, await measureAccuracy({ store }, id, wanted));
  }
  return [...counts.values()]
    .flatMap(brokenPromise)
    .sort((one, other) => other.contradicted - one.contradicted);
}

interface RuleCounts {
  readonly rule: Rule;
  contradicted: number;
  of: number;
  readonly domains: Set<string>;
}

/** A rule has results with several verdicts: role addresses are risky. */
function addRules(counts: Map<string, RuleCounts>, measured: Measured): void {
  const basis = basisOf(measured);
  for (const cell of measured.tally.rules.values()) {
    const rule = ruleOfCell(cell);
    const key = ruleKey(rule);
    const known = counts.get(key) ?? { rule, contradicted: 0, of: 0, domains: new Set() };
    known.contradicted += cell.dated;
    known.of += basis === 'outcomes' ? cell.delivered + cell.bounced : cell.verified;
    for (const domain of cell.domains) known.domains.add(domain);
    counts.set(key, known);
  }
}

function ruleOfCell({ place: { detail = '', rule = '', provider = '' } }: Cell): Rule {
  return { detail, rule, provider };
}

function brokenPromise({ rule, contradicted, of, domains }: RuleCounts): ContradictedRule[] {
  const promise = promiseOf(rule.detail)?.atMost;
  if (promise === undefined || contradicted < LEAST_CONTRADICTED) return [];
  if (domains.size < LEAST_DOMAINS || wilson(contradicted, of).low <= promise) return [];
  return [{ ...rule, contradicted, of, domains: domains.size, promise }];
}
