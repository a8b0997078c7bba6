import { createRegistry, type MetricsSources } from '../../src/composition/metrics.ts';
import { REACHABILITY_PROBLEMS } from '../../src/verifier/pacing/reachability.ts';
import { code, generatedFrom, plain, table } from './markdown.ts';

interface DescribedMetric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labelNames: readonly string[];
}

export async function metricsPage(): Promise<string> {
  // The metrics are described and never read.
  const { registry } = await createRegistry({ verifier: {} } as unknown as MetricsSources);
  const metrics = registry.getMetricsAsArray() as unknown as readonly DescribedMetric[];
  registry.clear();
  const own = metrics.filter(({ name }) => name.startsWith('mailvet_'));
  return [
    '# Metrics',
    `${generatedFrom('the metrics of a service')} [Health and metrics](../operations.md#health-and-metrics) says who may ` +
      'read `/metrics`, [What to watch](../scaling.md#what-to-watch) which of them matter. Node.js adds `process_*` and `nodejs_*`.',
    table(
      ['metric', 'type', 'labels', 'what it counts'],
      own
        .toSorted((one, other) => one.name.localeCompare(other.name))
        .map(({ name, help, type, labelNames }) => [
          code(name),
          type,
          labelNames.map(code).join(', '),
          plain(help),
        ]),
    ),
    table(['label', 'values'], Object.entries(VALUES)),
    'No label holds an address, a key or a team.',
  ].join('\n\n');
}

const VALUES: Readonly<Record<string, string>> = {
  '`route`': 'a pattern (`/batches/{id}`), or `other`',
  '`mode`': '`single`, `batch`',
  '`reason`': 'the [fine reason](reasons.md#detail)',
  '`provider`': 'an id of [the table](../providers.md), or `other`',
  '`egress`': 'its [name](../operations.md#egress-addresses)',
  '`status` of batches': '`pending`, `processing`',
  '`event` of batches':
    '`created`, `started`, `completed`, `cancelled`, `retried`, `restored`, `failed`, `stuck`',
  '`outcome`': '`delivered`, `refused`',
  '`work`': '`session`, `lookup`, `domain_job`',
  '`what`': '`verification`, `cached_answer`, `batch_entry`',
  '`kind`': 'the kinds of [database errors](../operations.md#when-the-database-fails)',
  '`problem`': REACHABILITY_PROBLEMS.map(code).join(', '),
};
