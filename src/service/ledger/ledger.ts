import { parseAddress } from '../../address/parse.ts';
import { DETAIL_REASONS, isDetailCode } from '../../contract/detail-reasons.ts';
import type { ImportResultsRequest } from '../../contract/requests.ts';
import type { LedgerEntryOnWire } from '../../contract/schemas.ts';
import { type Reason, VERDICT_OF, type Verdict } from '../../contract/verdict.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { type Result, verdictOf } from '../../result/result.ts';
import type { OutcomeProofs, StoredOutcome } from '../outcomes/records.ts';
import type { ServiceContext, StorageContext, StoreContext, TimedContext } from '../ports.ts';
import { ServiceError } from '../service-error.ts';
import { toEntry } from '../suppressions/entries.ts';
import { checkRows } from '../teams/storage.ts';
import { toCacheKey, toMailboxKey } from '../verifications/cache-policy.ts';
import { readHistory } from '../verifications/read-history.ts';
import type { ImportedResult, RepeatedLooks } from './records.ts';

/** What the team knows of addresses, in their order. Nobody is asked. */
export async function findLedger(
  { store, clock }: TimedContext,
  teamId: string,
  emails: readonly string[],
): Promise<readonly LedgerEntryOnWire[]> {
  const ledger = store.ledger(teamId);
  const now = clock.now();
  const keys = emails.map(toCacheKey);
  const mailboxes = keys.map(toMailboxKey);
  const [last, imported, halfLives, proofs] = await Promise.all([
    ledger.last([...new Set(mailboxes)]),
    ledger.imported([...new Set(keys)]),
    halfLivesOf({ store, clock }, teamId),
    findProofs(store, teamId, keys),
  ]);
  const byAddress = Map.groupBy(imported, ({ address }) => address);
  return emails.map((email, at) => {
    const key = keys[at] ?? email;
    const known = last.get(mailboxes[at] ?? key)?.result;
    const proof = proofs.get(toEntry(key));
    return toLedgerEntry(email, {
      known,
      imported: byAddress.get(key) ?? [],
      proof,
      halfLives,
      now,
    });
  });
}

function toLedgerEntry(
  email: string,
  {
    known,
    imported,
    proof,
    halfLives,
    now,
  }: {
    readonly known: Result | undefined;
    /** The newest outcome of mail that says whether there is a mailbox. */
    readonly proof: StoredOutcome | undefined;
    readonly imported: readonly ImportedResult[];
    readonly halfLives: HalfLives;
    readonly now: number;
  },
): LedgerEntryOnWire {
  const provider = known?.evidence.provider ?? null;
  const halfLife = known ? halfLives({ reason: known.reason, provider: provider ?? undefined }) : 0;
  const since = known ? knownSince(known, proof) : undefined;
  return {
    email,
    due: since === undefined || isDue(halfLife, now - since),
    disputed: isDisputed(known, imported),
    result: known ? { email, ...known.facts } : null,
    reason: known?.reason ?? null,
    provider,
    checkedAt: known ? isoTime(known.checkedAt) : null,
    imported: imported.map(({ source, verdict, reason, checkedAt }) => {
      return { source, verdict, reason, checkedAt: checkedAt === null ? null : isoTime(checkedAt) };
    }),
  };
}

/**
 * Since when a result is known to hold: the verification, or a later outcome that says the same of the
 * mailbox. Undefined where a later one says the opposite: the next verification goes by it.
 */
function knownSince(
  { facts, checkedAt }: Result,
  proof: StoredOutcome | undefined,
): number | undefined {
  const at = proof?.at ?? 0;
  if (!proof || at <= checkedAt) return checkedAt;
  return (proof.proof === 'there') === facts.deliverable ? at : undefined;
}

/** None are looked for where the team has none. */
async function findProofs(
  store: ServiceContext['store'],
  teamId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, StoredOutcome>> {
  const outcomes = store.outcomes(teamId);
  if (await outcomes.isEmpty()) return new Map();
  return await outcomes.newestProofs([...new Set(keys.map(toEntry))]);
}

/** Whether two that decided differ: an undecided one contradicts nobody. */
function isDisputed(known: Result | undefined, imported: readonly ImportedResult[]): boolean {
  const own = known && verdictOf(known);
  const verdicts: readonly (Verdict | undefined)[] = [
    own?.verdict,
    ...imported.map(({ verdict }) => verdict),
  ];
  const decided = verdicts.filter((one) => one !== undefined && one !== 'unknown');
  return new Set(decided).size > 1;
}

/** Of the team's latest verifications so many are looked through. */
const LOOKED_THROUGH = 200_000;
const LEARNED_FOR_MS = 60 * 60_000;
const MAX_TEAMS = 1000;

interface LearnedHalfLives {
  readonly until: number;
  readonly halfLives: Promise<HalfLives>;
}

/** By the store, since several services may run in a process. */
const LEARNED = new WeakMap<object, BoundedMap<string, LearnedHalfLives>>();

/** Learned again once an hour: it reads much. */
function halfLivesOf({ store, clock }: TimedContext, teamId: string): Promise<HalfLives> {
  const teams = LEARNED.get(store) ?? new BoundedMap<string, LearnedHalfLives>(MAX_TEAMS);
  LEARNED.set(store, teams);
  const known = teams.get(teamId);
  if (known && known.until > clock.now()) return known.halfLives;
  const halfLives = Promise.all([
    store.ledger(teamId).repeatedLooks(LOOKED_THROUGH),
    bouncedLooks({ store }, teamId),
  ]).then((looks) => learnHalfLives(looks.flat()));
  teams.set(teamId, { until: clock.now() + LEARNED_FOR_MS, halfLives });
  halfLives.catch(() => teams.set(teamId, { until: 0, halfLives }));
  return halfLives;
}

/** Stores what another verifier said: all of it, or with an invalid result none. Never in the cache. */
export async function importResults(
  context: StorageContext,
  teamId: string,
  { source, results }: ImportResultsRequest,
): Promise<{ readonly stored: number; readonly known: number }> {
  await checkRows(context, teamId, ['imports']);
  const now = context.clock.now();
  const rows = results.map((result, index) => toImported(source, result, { index, now }));
  const stored = await context.store.ledger(teamId).addImported(rows, now);
  return { stored, known: results.length - stored };
}

/** Milliseconds: the clock of a client may be a little ahead. */
const CLOCK_MS = 5000;

function toImported(
  source: string,
  { email, verdict, reason, checkedAt }: ImportResultsRequest['results'][number],
  { index, now }: { readonly index: number; readonly now: number },
): ImportedResult {
  const parsed = parseAddress(email.trim());
  if (!parsed.ok) throw invalid(index, `email is no address: it ${parsed.problem.english}`);
  const at = checkedAt ? Date.parse(checkedAt) : null;
  if (at !== null && at > now + CLOCK_MS) throw invalid(index, 'checkedAt is in the future');
  const address = toCacheKey(parsed.address.address);
  return { address, source, verdict, reason: reason ?? null, checkedAt: at };
}

function invalid(index: number, problem: string): ServiceError {
  return new ServiceError('import_invalid', `results[${index}].${problem}`);
}

/** What became of mail says how long acceptances hold, as another look would. */

/** An address that a mail host accepted when it was looked at last. */
export interface Acceptance {
  readonly entry: string;
  /** The fine reason. */
  readonly reason: string;
  /** Empty: not known. */
  readonly provider: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The fine reason that a hard bounce stands for. */
const GONE = 'no_mailbox';

/**
 * Of last looks that found a mailbox: a hard bounce since then is a change at its time. All others held as
 * long as mail is known to have gone to their provider. Without these a few bounces would look like
 * a list that dies within weeks.
 */
export function countBounces(
  acceptances: readonly Acceptance[],
  proofs: OutcomeProofs,
): RepeatedLooks[] {
  const counted = new Map<string, { pairs: number; time: number }>();
  const add = ({ provider, reason, after, time }: NewLook) => {
    const key = JSON.stringify([provider, reason, after]);
    const known = counted.get(key) ?? { pairs: 0, time: 0 };
    counted.set(key, { pairs: known.pairs + 1, time: known.time + time });
  };
  const mailedAt = new Map<string, number>();
  const held: Acceptance[] = [];
  for (const acceptance of acceptances) {
    const { entry, provider, reason, at } = acceptance;
    const later = proofs.find(entry).filter((proof) => proof.at > at);
    const newest = later.at(-1);
    if (newest) mailedAt.set(provider, Math.max(mailedAt.get(provider) ?? 0, newest.at));
    const bounce = later.find(({ proof }) => proof === 'gone');
    if (bounce && newest?.proof === 'gone')
      add({ provider, reason, after: GONE, time: bounce.at - at });
    else held.push(acceptance);
  }
  for (const { provider, reason, at } of held) {
    const time = (mailedAt.get(provider) ?? 0) - at;
    if (time > 0) add({ provider, reason, after: reason, time });
  }
  return [...counted].map(([key, counts]) => {
    const [provider, before, after] = JSON.parse(key);
    return { provider: provider === '' ? null : provider, before, after, ...counts };
  });
}

interface NewLook extends Pick<Acceptance, 'provider' | 'reason'> {
  readonly after: string;
  readonly time: number;
}

/** Of the history: a second of reading. */
const MOST_RESULTS = 100_000;

/** Nothing is read where the team has no outcomes. */
async function bouncedLooks(
  { store }: StoreContext,
  teamId: string,
): Promise<readonly RepeatedLooks[]> {
  const outcomes = store.outcomes(teamId);
  if (await outcomes.isEmpty()) return [];
  return countBounces(await lastAcceptances({ store }, teamId), await outcomes.proofs(0));
}

/** The last looks at addresses, as far as they found a mailbox. */
async function lastAcceptances(
  { store }: StoreContext,
  teamId: string,
): Promise<readonly Acceptance[]> {
  const found: Acceptance[] = [];
  const seen = new Set<string>();
  let read = 0;
  for await (const { email, result } of readHistory({ store }, teamId)) {
    if (read++ >= MOST_RESULTS) break;
    const entry = toEntry(email);
    if (seen.has(entry)) continue;
    seen.add(entry);
    const { facts, reason, evidence, checkedAt: at } = result;
    if (facts.deliverable) found.push({ entry, reason, provider: evidence.provider ?? '', at });
  }
  return found;
}

/** How long results hold: pure. A look is due once a result may have changed. */

const DAY_MS = 24 * 60 * 60_000;
const YEAR = 365;

interface HalfLife {
  /** Days after which half of such results are otherwise; null: they never change. */
  readonly days: number | null;
  /** Who says so; `estimate` where nobody has published a figure. */
  readonly source: string;
}

/** Of lists as a whole: nobody publishes figures by provider. */
const DECAY: HalfLife = {
  // 28 % of a list in a year: 365 * ln 2 / -ln 0.72.
  days: 770,
  source: 'https://www.zerobounce.net/email-list-decay-report/',
};

/** What holds until a team's own repeated verifications say otherwise. */
export const DEFAULT_HALF_LIVES: Readonly<Record<Reason, HalfLife>> = {
  accepted: DECAY,
  role: DECAY,
  accept_all: DECAY,
  disposable: { days: 30, source: 'estimate: such domains are replaced within weeks' },
  suppressed: { days: null, source: 'the team decides' },
  syntax: { days: null, source: 'RFC 5321: what is no address never becomes one' },
  no_mx: { days: YEAR, source: 'estimate: a domain that is registered again, or set up' },
  // Names of closed accounts are given to nobody else by the large providers.
  mailbox: { days: 3 * YEAR, source: 'https://support.google.com/accounts/answer/61177' },
  no_answer: { days: 0, source: 'it is no result' },
  not_probed: { days: 0, source: 'it is no result' },
  error: { days: 0, source: 'it is no result' },
  incomplete: { days: 0, source: 'it is no result' },
  several_addresses: { days: null, source: 'it is no address' },
};

/** A full mailbox may be emptied any day. */
const FULL_DAYS = 30;

/** The chance that a result has changed from which on another look is due. */
const DUE_CHANCE = 0.025;

/** What a result is, as far as it says how long it holds. */
interface HeldResult {
  /** The fine reason. */
  readonly reason: string;
  /** Who runs the mail hosts; undefined where that is not known. */
  readonly provider: string | undefined;
}

/** Finds the half-life of a result in days; null: it does not change. */
type HalfLives = (result: HeldResult) => number | null;

/** Changes that the published figure counts for beside what the team has seen. */
const PRIOR_CHANGES = 2;

/**
 * Half-lives by provider and reason: the published ones, moved towards what the team's own repeated
 * verifications and hard bounces show. The rate is (changes + 2) / (time + 2 / published rate), the mean of a gamma
 * distribution: of few looks the published figure decides, of many the looks do.
 */
export function learnHalfLives(looks: readonly RepeatedLooks[]): HalfLives {
  const seen = new Map<string, { changes: number; days: number }>();
  for (const { provider, before, after, pairs, time } of looks) {
    const reason = plainReason(before);
    const next = plainReason(after);
    if (VERDICT_OF[next] === 'unknown' || VERDICT_OF[reason] === 'unknown') continue;
    const key = keyOf(provider ?? undefined, reason);
    const known = seen.get(key) ?? { changes: 0, days: 0 };
    const isOther = VERDICT_OF[next] !== VERDICT_OF[reason];
    known.changes += isOther ? pairs : 0;
    // It changed at some time in between.
    known.days += (time / DAY_MS) * (isOther ? 0.5 : 1);
    seen.set(key, known);
  }
  return ({ reason: fine, provider }) => {
    const reason = plainReason(fine);
    const days = fine === 'full' ? FULL_DAYS : DEFAULT_HALF_LIVES[reason].days;
    const learned = seen.get(keyOf(provider, reason));
    if (!learned || days === null || days === 0) return days;
    const rate =
      (learned.changes + PRIOR_CHANGES) / (learned.days + PRIOR_CHANGES * (days / Math.LN2));
    return Math.LN2 / rate;
  };
}

function keyOf(provider: string | undefined, reason: Reason): string {
  return `${provider ?? ''} ${reason}`;
}

function plainReason(fine: string): Reason {
  return isDetailCode(fine) ? DETAIL_REASONS[fine].reason : 'no_answer';
}

/** Whether a result of this age (in milliseconds) needs another look. */
export function isDue(halfLife: number | null, age: number): boolean {
  if (halfLife === null) return false;
  if (halfLife === 0) return true;
  return 1 - 2 ** -(age / DAY_MS / halfLife) >= DUE_CHANCE;
}
