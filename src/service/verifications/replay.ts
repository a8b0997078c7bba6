import { type Control, EvidenceSchema, type StoredDetail } from '../../contract/detail.ts';
import { FACT_NAMES, type Facts, toFacts } from '../../contract/facts.ts';
import type { VerificationResult } from '../../contract/schemas.ts';
import { judge, type Verdict } from '../../contract/verdict.ts';
import type { ListFiles, ListResult } from '../lists/list-files.ts';
import { COMMAND_LINE } from '../people/people-ports.ts';
import type { ServiceContext, Store } from '../ports.ts';
import type { Answer } from '../records.ts';
import { listTeams } from '../teams/teams.ts';
import { parseStored } from './detail.ts';
import type { CorrectedResult, StoredPlace, StoredResult } from './replay-ports.ts';

/** What a result is by today's rules. */
export interface Rejudged {
  readonly finding: VerificationResult & { readonly decided: boolean; readonly reason: string };
  /** What decided it. */
  readonly rule: string;
  readonly control?: Control | undefined;
}

/** Judges a stored detail again; undefined where it holds nothing to judge. */
export type Rejudge = (email: string, detail: StoredEvidence) => Rejudged | undefined;

/** What a stored detail has of it. */
type StoredEvidence = Pick<StoredDetail, 'reason' | 'mxHost' | 'reply' | 'observed'>;

/** Judges evidence again as a service sent it, which may be anything. */
export function rejudgeRaw(
  rejudge: Rejudge,
  email: string,
  { reason, evidence }: { readonly reason: string; readonly evidence: unknown },
): Rejudged | undefined {
  const read = EvidenceSchema.safeParse(evidence).data;
  return read && rejudge(email, { ...read, reason });
}

/** A result that today's rules change. */
export interface ReplayChange {
  readonly email: string;
  readonly before: Verdict;
  readonly after: Verdict;
  /** The fine reasons. */
  readonly beforeDetail: string;
  readonly afterDetail: string;
  readonly rule: string;
}

/** Rows that were read, those that hold something to judge, and those that change. */
export interface ReplayCounts {
  readonly read: number;
  readonly judged: number;
  readonly changed: number;
}

/** Of the history, the cache and the batches of all teams. */
export interface StoreReplay {
  readonly history: ReplayCounts;
  readonly cache: ReplayCounts;
  readonly entries: ReplayCounts;
}

interface ReplayContext extends Pick<ServiceContext, 'store' | 'clock'> {
  readonly rejudge: Rejudge;
  /** Absent where there are no lists. */
  readonly files?: Pick<ListFiles, 'store'> | undefined;
}

interface ReplayOptions {
  /** False: nothing is changed. */
  readonly apply: boolean;
  /** Called for each row of the history that changes, newest first by team. */
  onChange(change: ReplayChange): void;
}

/** Rows that are read together. */
const PAGE = 500;

/**
 * Judges what is stored again, by what was observed then and the rules of today; nothing is asked of anybody.
 * `apply` corrects history, cache, batches and lists, and writes it to the audit log of each team.
 */
export async function replayStored(
  context: ReplayContext,
  options: ReplayOptions,
): Promise<StoreReplay> {
  const teams = await listTeams(context);
  let history = NOTHING;
  for (const { id } of teams) {
    const counts = await replayPlace(context, { kind: 'history', teamId: id }, options);
    history = add(history, counts);
    if (options.apply && counts.changed > 0) await audit(context, id, counts);
  }
  const silent = { ...options, onChange: () => {} };
  const cache = await replayPlace(context, { kind: 'cache' }, silent);
  const entries = await replayPlace(context, { kind: 'entries' }, silent);
  return { history, cache, entries };
}

const NOTHING: ReplayCounts = { read: 0, judged: 0, changed: 0 };

function add(one: ReplayCounts, other: ReplayCounts): ReplayCounts {
  return {
    read: one.read + other.read,
    judged: one.judged + other.judged,
    changed: one.changed + other.changed,
  };
}

async function audit(
  { store, clock }: Pick<ReplayContext, 'store' | 'clock'>,
  teamId: string,
  { changed }: ReplayCounts,
): Promise<void> {
  const change = { actor: COMMAND_LINE, at: clock.now() };
  await store.replay.audit(teamId, `${changed} ${changed === 1 ? 'result' : 'results'}`, change);
}

async function replayPlace(
  context: ReplayContext,
  place: StoredPlace,
  { apply, onChange }: ReplayOptions,
): Promise<ReplayCounts> {
  const { store } = context;
  let counts = NOTHING;
  let after: StoredResult['position'] | undefined;
  for (;;) {
    const rows = await store.replay.page(place, after, PAGE);
    const judged = rows.flatMap((row) => rejudgeRow(context, row) ?? []);
    const changed = judged.filter(({ change }) => change !== undefined);
    for (const { change } of changed) if (change) onChange(change);
    const corrected = changed.map(({ corrected: one }) => one);
    if (apply && corrected.length > 0) {
      await store.replay.correct(place, corrected);
      await correctLists(context, corrected);
    }
    const more = { read: rows.length, judged: judged.length, changed: changed.length };
    counts = add(counts, more);
    after = rows.at(-1)?.position;
    if (rows.length < PAGE) return counts;
  }
}

interface JudgedRow {
  readonly corrected: CorrectedResult;
  readonly change: ReplayChange | undefined;
}

function rejudgeRow({ rejudge }: ReplayContext, row: StoredResult): JudgedRow | undefined {
  const detail = parseStored(row.detail);
  const judged = detail && rejudge(row.email, detail);
  if (!judged) return undefined;
  const { finding, rule, control = null } = judged;
  const change = findChange(row, { detail, judged });
  const { decided, reason } = finding;
  const text = JSON.stringify({
    ...detail,
    reason,
    control,
    observed: { ...detail.observed, rule },
  });
  const answer: Answer = { facts: toFacts(finding), decided, reason, detail: text };
  return { corrected: { ...row, answer }, change };
}

/** Undefined where the facts stay the same. */
function findChange(
  { email, facts }: Pick<StoredResult, 'email' | 'facts'>,
  { detail, judged }: { readonly detail: StoredDetail; readonly judged: Rejudged },
): ReplayChange | undefined {
  const { finding, rule } = judged;
  if (detail.reason === finding.reason && isSame(facts, finding)) return undefined;
  return {
    email,
    before: judge({ result: { email, ...facts } }).verdict,
    after: judge({ result: finding }).verdict,
    beforeDetail: detail.reason,
    afterDetail: finding.reason,
    rule,
  };
}

function isSame(one: Facts, other: Facts): boolean {
  return FACT_NAMES.every((name) => one[name] === other[name]);
}

/** The results of lists are in files of their own. */
async function correctLists(
  { store, files }: Pick<ReplayContext, 'files'> & { readonly store: Pick<Store, 'listQueue'> },
  corrected: readonly CorrectedResult[],
): Promise<void> {
  if (!files) return;
  const byList = Map.groupBy(corrected, ({ listId }) => listId);
  for (const [listId, results] of byList) {
    if (listId === undefined) continue;
    const progress = await files.store(listId, results.map(toListResult));
    await store.listQueue.recordProgress(listId, progress, []);
  }
}

function toListResult({ email, answer }: CorrectedResult): ListResult {
  return { email, facts: answer.facts, detail: answer.detail, error: null };
}
