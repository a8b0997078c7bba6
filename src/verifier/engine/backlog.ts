import type { ProviderBacklog } from '../verifier.ts';
import type { Run } from './run.ts';

/** What is under way in some runs, by provider. */
export function addUpBacklog(
  runs: readonly Pick<Run, 'jobs' | 'settled'>[],
  closedFor: (provider: string) => number,
): ProviderBacklog[] {
  const byProvider = new Map<string, { open: number; waiting: number; settled: number }>();
  const sumOf = (provider: string) => {
    const known = byProvider.get(provider) ?? { open: 0, waiting: 0, settled: 0 };
    byProvider.set(provider, known);
    return known;
  };
  for (const { jobs, settled } of runs) {
    for (const { provider, open, waiting } of jobs) {
      const sum = sumOf(provider);
      sum.open += open;
      sum.waiting += waiting;
    }
    for (const [provider, count] of settled) sumOf(provider).settled += count;
  }
  return [...byProvider].map(([provider, sum]) => ({
    provider,
    ...sum,
    closedFor: closedFor(provider),
  }));
}
