import type { Observe, ServiceEvent } from '../service/service-event.ts';
import type { ServiceSettings } from '../settings/service.ts';
import type { OnMigrated } from '../store/migrations.ts';
import type { Metrics, MetricsSources } from './metrics.ts';
import type { LogLevel, ServeDeps } from './serve-deps.ts';

/** Hands each event to the log and to the metrics, where there are any. */
export function createObserver(log: ServeDeps['log'], metrics: Metrics | undefined): Observe {
  return (event) => {
    metrics?.note(event);
    log?.({ level: levelOf(event), ...event });
  };
}

/** Logs what was done to a database of an earlier version, before anything else is logged. */
export function migrationLog(log: ServeDeps['log']): OnMigrated {
  return ({ from, to, copy, copyProblem }) =>
    createObserver(
      log,
      undefined,
    )({
      event: 'database_migrated',
      text: `migrated ${from} → ${to}`,
      copy,
      copyProblem,
    });
}

/** The level of each event of the log; the documentation lists them. */
export const LEVELS: Readonly<Record<ServiceEvent['event'], LogLevel>> = {
  database_migrated: 'warn',
  started: 'info',
  stopping: 'info',
  stopped: 'info',
  request: 'info',
  verification: 'debug',
  batch_created: 'info',
  batch_started: 'info',
  batch_completed: 'info',
  batch_cancelled: 'info',
  batch_deleted: 'info',
  swept: 'info',
  list_ended: 'info',
  webhook_delivered: 'info',
  webhook_refused: 'warn',
  webhook_disabled: 'warn',
  notice_sent: 'info',
  notice_refused: 'warn',
  batch_retried: 'warn',
  batch_restored: 'warn',
  provider_rests: 'warn',
  provider_braked: 'warn',
  egress_unusable: 'warn',
  egress_usable: 'info',
  egress_listed: 'warn',
  egress_delisted: 'info',
  egresses_disagree: 'warn',
  egresses_agree: 'info',
  reachability_lost: 'warn',
  reachability_restored: 'info',
  database_error: 'error',
  damaged_row: 'error',
  batch_failed: 'error',
  list_failed: 'error',
  lists_away: 'error',
  lists_back: 'info',
  list_set_aside: 'warn',
  batch_stuck: 'error',
  verifier_stuck: 'error',
  sweep_refused: 'error',
  request_failed: 'error',
  worker_error: 'error',
};

/** Requested every few seconds by machines: logged at `debug` while they succeed. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

function levelOf(event: ServiceEvent): LogLevel {
  const routine = event.event === 'request' && PROBES.has(event.route) && event.status < 400;
  return routine ? 'debug' : LEVELS[event.event];
}

/** Loads what measures, unless it is off. */
export async function loadMetrics(
  metrics: ServiceSettings['metrics'],
  measured: MetricsSources,
): Promise<Metrics | undefined> {
  if (metrics === 'off') return undefined;
  const { createMetrics } = await import('./metrics.ts');
  return createMetrics(measured);
}

export function errorReporter(observe: Observe) {
  return (requestId: string, error: unknown): void =>
    observe({ event: 'request_failed', requestId, error });
}
