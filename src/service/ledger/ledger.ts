import { parseAddress } from '../../address/parse.ts';
import type { ImportResultsRequest, LedgerEntryOnWire } from '../../contract/schemas.ts';
import type { Verdict } from '../../contract/verdict.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { type Result, verdictOf } from '../../result/result.ts';
import type { StoredOutcome } from '../outcomes/outcome-ports.ts';
import type { ServiceContext } from '../ports.ts';
import { ServiceError } from '../service-error.ts';
import { toEntry as toEntryKey } from '../suppressions/suppression-entry.ts';
import { checkRows } from '../teams/storage.ts';
import { toCacheKey, toMailboxKey } from '../verifications/cache-policy.ts';
import { bouncedLooks } from './bounced-looks.ts';
import { type HalfLives, isDue, learnHalfLives } from './half-lives.ts';
import type { ImportedResult } from './ledger-ports.ts';

type LedgerContext = Pick<ServiceContext, 'store' | 'clock' | 'teamStorage'>;

/** What the team knows of addresses, in their order. Nobody is asked. */
export async function findLedger(
  { store, clock }: Pick<ServiceContext, 'store' | 'clock'>,
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
    const proof = proofs.get(toEntryKey(key));
    return toEntry(email, { known, imported: byAddress.get(key) ?? [], proof, halfLives, now });
  });
}

interface Known {
  readonly known: Result | undefined;
  /** The newest outcome of mail that says whether there is a mailbox. */
  readonly proof: StoredOutcome | undefined;
  readonly imported: readonly ImportedResult[];
  readonly halfLives: HalfLives;
  readonly now: number;
}

function toEntry(
  email: string,
  { known, imported, proof, halfLives, now }: Known,
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
  return await outcomes.newestProofs([...new Set(keys.map(toEntryKey))]);
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

interface Learned {
  readonly until: number;
  readonly halfLives: Promise<HalfLives>;
}

/** By the store, since several services may run in a process. */
const LEARNED = new WeakMap<object, BoundedMap<string, Learned>>();

/** Learned again once an hour: it reads much. */
function halfLivesOf(
  { store, clock }: Pick<ServiceContext, 'store' | 'clock'>,
  teamId: string,
): Promise<HalfLives> {
  const teams = LEARNED.get(store) ?? new BoundedMap<string, Learned>(MAX_TEAMS);
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
  context: LedgerContext,
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
