/**
 * Metrics for Prometheus. Labels come from closed sets (routes, statuses, reasons): never an address,
 * a key or a team, which every reader of the metrics would see, and whose number is unbounded.
 */
import type { Counter, Registry } from 'prom-client';
import type { MetricsPage } from '../http/environment.ts';
import type { PartQueue } from '../service/parts/part-queue.ts';
import type { Observe, RequestEvent, ServiceEvent } from '../service/service-event.ts';
import type { LaneStatus } from '../verifier/pacing/provider-queues.ts';
import { REACHABILITY_PROBLEMS } from '../verifier/pacing/reachability.ts';
import { BUILT_IN_PROVIDERS } from '../verifier/providers/provider-table.ts';
import type { Verifier } from '../verifier/verifier.ts';

type Prometheus = typeof import('prom-client');

export interface Metrics {
  readonly note: Observe;
  readonly page: Pick<MetricsPage, 'text' | 'contentType'>;
}

export interface MetricsSources {
  readonly parts: Pick<PartQueue, 'depth'>;
  readonly verifier: WatchedVerifier;
}

/** Loads prom-client, which a service without metrics does without. */
export async function createMetrics(measured: MetricsSources): Promise<Metrics> {
  const { registry, counters, noteRequest, waits } = await createRegistry(measured);
  return {
    note(event) {
      if (event.event === 'request') noteRequest(event);
      else count(counters, event);
      if (event.event === 'webhook_delivered') waits.observe(event.waitedMs / 1000);
    },
    page: { text: () => registry.metrics(), contentType: registry.contentType },
  };
}

/** The registry, and what counts in it. The documentation lists its metrics. */
export async function createRegistry(measured: MetricsSources) {
  const { default: prometheus } = await import('prom-client');
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  addGauges(prometheus, registry, measured);
  const counters = createCounters(prometheus, registry);
  const noteRequest = requestHistogram(prometheus, registry);
  const waits = webhookWaits(prometheus, registry);
  return { registry, counters, noteRequest, waits };
}

/** Seconds: from a cached answer to a verification that takes all the time it may. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

function requestHistogram({ Histogram }: Prometheus, registry: Registry) {
  const histogram = new Histogram({
    name: 'mailvet_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  return ({ method, route, status, ms }: RequestEvent) => {
    histogram.observe({ method: methodLabel(method), route, status }, ms / 1000);
  };
}

/** What grows where messages are queued faster than they can be sent. */
function webhookWaits({ Histogram }: Prometheus, registry: Registry) {
  return new Histogram({
    name: 'mailvet_webhook_wait_seconds',
    help: 'Time from when a delivered message to a webhook was due to the attempt that delivered it',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 30, 120, 600, 3600],
    registers: [registry],
  });
}

/** A client can send any method: unknown ones share one label. */
function methodLabel(method: string): string {
  return /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : 'other';
}

type CounterName =
  | 'verifications'
  | 'cacheHits'
  | 'batches'
  | 'errors'
  | 'databaseErrors'
  | 'stuck'
  | 'webhooks'
  | 'brakes'
  | 'damagedRows'
  | 'rests';
type Counters = Readonly<Record<CounterName, Counter>>;

function createCounters({ Counter }: Prometheus, registry: Registry): Counters {
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  return {
    verifications: counter(
      'mailvet_verifications_total',
      'Verifications that ran, by outcome',
      'mode',
      'reason',
    ),
    cacheHits: counter('mailvet_cache_hits_total', 'Verifications answered from the cache', 'mode'),
    batches: counter('mailvet_batches_total', 'What happened to batches', 'event'),
    errors: counter('mailvet_errors_total', 'Errors of the service itself', 'event'),
    stuck: counter(
      'mailvet_stuck_total',
      'Sessions, look-ups and domains that took longer than their limits allow and were ended',
      'work',
    ),
    webhooks: counter(
      'mailvet_webhook_attempts_total',
      'Attempts to send a message to a webhook, by outcome',
      'outcome',
    ),
    databaseErrors: counter(
      'mailvet_database_errors_total',
      'Requests that the database could not serve, by kind of error',
      'kind',
    ),
    rests: counter(
      'mailvet_provider_rests_total',
      'Rests of providers that began, by egress',
      'provider',
      'egress',
    ),
    brakes: counter(
      'mailvet_provider_brakes_total',
      'Providers that refused more and more sessions, and got half as many, by egress',
      'provider',
      'egress',
    ),
    damagedRows: counter(
      'mailvet_damaged_rows_total',
      'Stored rows that do not fit their schema and were not served',
      'what',
    ),
  };
}

function count(counters: Counters, event: ServiceEvent): void {
  switch (event.event) {
    case 'verification': {
      const { mode, reason } = event;
      if (event.cached) counters.cacheHits.inc({ mode });
      else counters.verifications.inc({ mode, reason });
      return;
    }
    case 'batch_created':
    case 'batch_started':
    case 'batch_completed':
    case 'batch_cancelled':
    case 'batch_retried':
    case 'batch_failed':
    case 'batch_restored':
    case 'batch_stuck':
      counters.batches.inc({ event: event.event.replace('batch_', '') });
      return;
    case 'webhook_delivered':
    case 'webhook_refused':
      counters.webhooks.inc({ outcome: event.event.replace('webhook_', '') });
      return;
    case 'database_error':
      counters.databaseErrors.inc({ kind: event.kind });
      return;
    case 'damaged_row':
      counters.damagedRows.inc({ what: event.what });
      return;
    case 'provider_rests':
      counters.rests.inc({ provider: providerLabel(event.provider), egress: event.egress });
      return;
    case 'provider_braked':
      counters.brakes.inc({ provider: providerLabel(event.provider), egress: event.egress });
      return;
    case 'verifier_stuck':
      counters.stuck.inc({ work: event.work });
      return;
    case 'request_failed':
    case 'worker_error':
    case 'list_failed':
    case 'lists_away':
    case 'sweep_refused':
      counters.errors.inc({ event: event.event });
      return;
    default:
  }
}

/** Gauges are read at the time of the scrape. */
function addGauges(
  { Gauge }: Prometheus,
  registry: Registry,
  { parts, verifier }: MetricsSources,
): void {
  const addresses = new Gauge({
    name: 'mailvet_queue_addresses',
    help: 'Addresses of open batches that have no result yet',
    registers: [registry],
  });
  new Gauge({
    name: 'mailvet_queue_batches',
    help: 'Open batches',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      const depth = await parts.depth();
      this.set({ status: 'pending' }, depth.pendingBatches);
      this.set({ status: 'processing' }, depth.processingBatches);
      addresses.set(depth.addresses);
    },
  });
  addVerifierGauges(Gauge, registry, verifier);
}

/** Gauges of what goes on at mail hosts, read at the time of the scrape. */

type WatchedVerifier = Pick<Verifier, 'sessions' | 'problems' | 'lanes' | 'egresses'>;

export function addVerifierGauges(
  Gauge: Prometheus['Gauge'],
  registry: Registry,
  { sessions, problems, lanes, egresses }: WatchedVerifier,
): void {
  addLanes(Gauge, registry, lanes);
  addEgresses(Gauge, registry, egresses);
  addProblems(Gauge, registry, problems);
  new Gauge({
    name: 'mailvet_smtp_sessions',
    help: 'Sessions held open with mail hosts',
    registers: [registry],
    collect() {
      this.set(sessions());
    },
  });
}

/**
 * Of providers of the table, whose number is bounded; all other hosts are `other`, since anybody can
 * make up domains.
 */
function addLanes(Gauge: Prometheus['Gauge'], registry: Registry, lanes: Verifier['lanes']): void {
  // Each reads the lanes itself: the registry reads all gauges at once, in no promised order.
  const gauge = (name: string, help: string, figure: (lane: LaneStatus) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['provider', 'egress'],
      registers: [registry],
      collect() {
        this.reset();
        for (const lane of lanes())
          this.inc({ provider: providerLabel(lane.provider), egress: lane.egress }, figure(lane));
      },
    });
  gauge(
    'mailvet_provider_sessions',
    'Sessions with a provider from an egress',
    ({ sessions }) => sessions,
  );
  gauge(
    'mailvet_provider_waiting',
    'Sessions that wait for a place at a provider',
    ({ waiting }) => waiting,
  );
  gauge(
    'mailvet_provider_refusals',
    'Refusals of this machine in the last hour',
    ({ refusals }) => refusals,
  );
  gauge('mailvet_provider_closed', 'Lanes that are paused or at rest', ({ pauseLeft, restLeft }) =>
    pauseLeft > 0 || restLeft > 0 ? 1 : 0,
  );
}

function addEgresses(
  Gauge: Prometheus['Gauge'],
  registry: Registry,
  egresses: Verifier['egresses'],
): void {
  new Gauge({
    name: 'mailvet_egress_listed',
    help: '1: a block list has the address of the egress',
    labelNames: ['egress'],
    registers: [registry],
    collect() {
      for (const { name, isListed } of egresses()) this.set({ egress: name }, isListed ? 1 : 0);
    },
  });
  new Gauge({
    name: 'mailvet_egress_unusable',
    help: '1: the egress led nowhere when it was last tried',
    labelNames: ['egress'],
    registers: [registry],
    collect() {
      for (const { name, fault } of egresses()) this.set({ egress: name }, fault ? 1 : 0);
    },
  });
}

/** A key of the table is an id, maybe with a region; any other one is a registrable domain. */
function providerLabel(provider: string): string {
  const [id = ''] = provider.split(' ', 1);
  return KNOWN.has(id) ? id : 'other';
}

const KNOWN: ReadonlySet<string> = new Set(BUILT_IN_PROVIDERS.map(({ id }) => id));

function addProblems(
  Gauge: Prometheus['Gauge'],
  registry: Registry,
  problems: Verifier['problems'],
): void {
  new Gauge({
    name: 'mailvet_reachability_problem',
    help: 'Why nothing can be learnt of any mailbox right now (1: present)',
    labelNames: ['problem'],
    registers: [registry],
    collect() {
      const present = problems();
      for (const problem of REACHABILITY_PROBLEMS)
        this.set({ problem }, present.includes(problem) ? 1 : 0);
    },
  });
}
