import { VERDICTS } from '../contract/verdict.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import type { ListFacts } from '../service/lists/list-files.ts';
import type { ListRecord } from '../service/lists/list-ports.ts';
import type { TeamJudging } from '../service/teams/policy-ports.ts';
import type { DashboardDeps } from './environment.ts';

/** Lists that somebody looks at. */
const MAX_LISTS = 200;
/** Of a running list they are read anew after so long, */
const KEEP_RUNNING_MS = 1900;
/** and after so many times as long as that takes: half a second for 100,000 rows. */
const KEEP_TIMES = 9;

interface KeptFacts {
  readonly version: string;
  readonly judgedBy: string | undefined;
  readonly at: number;
  /** How long it took to read them; infinite until they are there. */
  took: number;
  readonly facts: Promise<ListFacts>;
}

/** What stands behind the numbers of lists, read once for each change. */
export class FactsCache {
  readonly #deps: Pick<DashboardDeps, 'lists' | 'clock'>;
  readonly #kept = new BoundedMap<string, KeptFacts>(MAX_LISTS);

  constructor(deps: Pick<DashboardDeps, 'lists' | 'clock'>) {
    this.#deps = deps;
  }

  /** Undefined while the list is not read, or its file is missing. */
  async of(list: ListRecord, judging?: TeamJudging): Promise<ListFacts | undefined> {
    if (!list.counts || list.waitsFor === 'file') return undefined;
    const { lists, clock } = this.#deps;
    const { id, status, startedAt, counts, verdicts, form } = list;
    const version = JSON.stringify([status, startedAt, counts, verdicts, form, judging?.version]);
    const now = clock.monotonic();
    const known = this.#kept.get(id);
    const isSame = known?.judgedBy === judging?.version;
    const isFresh = status === 'running' && known && isSame && now - known.at < lifetime(known);
    if (known && (isFresh || known.version === version)) return known.facts;
    const facts = lists.files.facts(id, judging);
    const took = Number.POSITIVE_INFINITY;
    const kept: KeptFacts = { version, judgedBy: judging?.version, at: now, took, facts };
    this.#kept.set(id, kept);
    // What fails is tried again by the next page.
    facts.then(
      () => {
        kept.took = clock.monotonic() - now;
      },
      () => this.#kept.delete(id),
    );
    return facts;
  }
}

/** Milliseconds. */
function lifetime({ took }: KeptFacts): number {
  return Math.max(KEEP_RUNNING_MS, took * KEEP_TIMES);
}

/** The list with the verdicts that the facts rest on: its numbers and its cards say the same. */
export function asCounted(list: ListRecord, { reasons }: ListFacts): ListRecord {
  const verdicts = { deliverable: 0, risky: 0, undeliverable: 0, unknown: 0 };
  for (const { verdicts: rows } of reasons)
    for (const verdict of VERDICTS) verdicts[verdict] += rows[verdict];
  return { ...list, verdicts };
}
