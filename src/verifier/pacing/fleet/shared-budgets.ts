import { isObject } from '../../../lib/json.ts';
import { HOUR_MS } from '../../../lib/time-units.ts';
import type { CountedRecipients } from '../hourly-limit.ts';
import type { SharedBudgets } from '../provider-queues.ts';
import type { SharedFacts } from './facts.ts';

interface SharedBudgetsParts {
  readonly facts: SharedFacts;
  /** Names this process. */
  readonly process: string;
  processes(egress: string): number;
}

/**
 * Each process publishes its own counts, so that no two write one row, and what a process counted still
 * holds when it has ended.
 */
export function shareBudgets({ facts, process, processes }: SharedBudgetsParts): SharedBudgets {
  return {
    processes,
    publish({ egress, provider }, counts) {
      const key = JSON.stringify([egress, provider, process]);
      facts.publish('budget', key, { value: counts, left: HOUR_MS });
    },
    on(learn) {
      facts.on('budget', (key, value, left) => {
        const [egress, provider, other] = JSON.parse(key) as string[];
        if (egress === undefined || provider === undefined || other === undefined) return;
        // Its ages are those of the time at which it was published.
        const age = Math.max(0, HOUR_MS - left);
        const { asked, refused } = isObject(value) ? value : {};
        const counts = { asked: readCounts(asked, age), refused: readCounts(refused, age) };
        learn({ egress, provider }, other, counts);
      });
    },
  };
}

function readCounts(value: unknown, age: number): readonly CountedRecipients[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair: unknown) => {
    const [then, count] = Array.isArray(pair) ? pair : [];
    return typeof then === 'number' && typeof count === 'number' ? [[then + age, count]] : [];
  });
}
