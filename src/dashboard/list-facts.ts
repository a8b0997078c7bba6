import { BoundedMap } from '../lib/bounded-map.ts';
import type { ListFacts } from '../service/lists/list-files.ts';
import type { ListRecord } from '../service/lists/list-ports.ts';
import type { TeamJudging } from '../service/teams/policy-ports.ts';
import type { DashboardDeps } from './environment.ts';

/** Lists that somebody looks at. */
const MAX_LISTS = 200;
/** Of a running list they may be older than its numbers: to read them takes a second of a long list. */
const KEEP_RUNNING_MS = 5000;

interface KeptFacts {
  readonly version: string;
  readonly judgedBy: string | undefined;
  readonly at: number;
  readonly facts: Promise<ListFacts>;
}

/** What stands behind the numbers of lists, read once for each change. */
export class FactsCache {
  readonly #deps: Pick<DashboardDeps, 'lists' | 'clock'>;
  readonly #kept = new BoundedMap<string, KeptFacts>(MAX_LISTS);

  constructor(deps: Pick<DashboardDeps, 'lists' | 'clock'>) {
    this.#deps = deps;
  }

  /** Undefined while the list is not read. */
  async of(list: ListRecord, judging?: TeamJudging): Promise<ListFacts | undefined> {
    if (!list.counts) return undefined;
    const { lists, clock } = this.#deps;
    const { id, status, startedAt, counts, verdicts, form } = list;
    const version = JSON.stringify([status, startedAt, counts, verdicts, form, judging?.version]);
    const now = clock.monotonic();
    const known = this.#kept.get(id);
    const isSame = known?.judgedBy === judging?.version;
    const isFresh = status === 'running' && known && isSame && now - known.at < KEEP_RUNNING_MS;
    if (known && (isFresh || known.version === version)) return known.facts;
    const facts = lists.files.facts(id, judging);
    this.#kept.set(id, { version, judgedBy: judging?.version, at: now, facts });
    // What fails is tried again by the next page.
    facts.catch(() => this.#kept.delete(id));
    return facts;
  }
}
