import { isObject } from '../../../lib/json.ts';
import type { AcceptAllMemory } from '../../session/recipients/accept-all.ts';
import type { Pacing } from '../pacing.ts';
import type { LaneRest, ProviderQueuesParts, SharedBudgets } from '../provider-queues.ts';
import type { SharedFacts } from './facts.ts';

interface PacingListeners {
  readonly rests: { keep(rest: LaneRest): void } | undefined;
  readonly facts: SharedFacts | undefined;
}

/** Rests are kept over restarts; other processes learn of pauses and rests. */
export function publishPacing({
  rests,
  facts,
}: PacingListeners): Pick<ProviderQueuesParts, 'onRest' | 'onPause'> {
  return {
    onRest(rest) {
      rests?.keep(rest);
      const { provider, egress, milliseconds: left, cause } = rest;
      // The others have shares of their own.
      if (cause === 'share') return;
      facts?.publish('rest', laneKey(provider, egress), { value: { cause }, left });
    },
    onPause({ provider, egress, milliseconds: left, next }) {
      facts?.publish('pause', laneKey(provider, egress), { value: { next }, left });
    },
  };
}

/** A lane by one name: an egress has no space in its own. */
function laneKey(provider: string, egress: string): string {
  return `${egress} ${provider}`;
}

/** Takes on what other processes counted towards hourly budgets. */
export function learnCounts(budgets: SharedBudgets, pacing: Pacing): void {
  budgets.on((lane, process, counts) =>
    pacing.adopt(lane, (backoff) => backoff.adoptCounts(process, counts)),
  );
}

/** Takes on the pauses and rests of other processes, and what hosts accept everything. */
export function learnFromOthers(
  facts: SharedFacts,
  pacing: Pacing,
  acceptAll: AcceptAllMemory,
): void {
  facts.on('pause', (key, value, left) => {
    const next = isObject(value) && typeof value.next === 'number' ? value.next : 0;
    pacing.adopt(toLane(key), (backoff) => backoff.adoptPause(left, next));
  });
  facts.on('rest', (key, value, left) => {
    const isRefusal = isObject(value) && (value.cause === 'refusal' || value.cause === 'trend');
    pacing.adopt(toLane(key), (backoff) => backoff.adoptRest(left, isRefusal));
  });
  facts.on('accept_all', (key, value, left) => {
    // An earlier version wrote only the domain.
    if (typeof value === 'boolean' && key.includes(' ')) acceptAll.adopt(key, value, left);
  });
}

function toLane(key: string): { readonly provider: string; readonly egress: string } {
  const space = key.indexOf(' ');
  return { egress: key.slice(0, space), provider: key.slice(space + 1) };
}
