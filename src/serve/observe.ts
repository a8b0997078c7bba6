import type { Observe, ServiceEvent } from '../service/service-event.ts';
import type { Metrics } from './metrics.ts';
import { LOG_LEVELS, type LogLevel, type ServeDeps } from './settings.ts';

/** Hands each event to the metrics and to the log, where there are any. */
export function observerOf(
  { log, logLevel = 'debug' }: Pick<ServeDeps, 'log' | 'logLevel'>,
  metrics: Metrics | undefined,
): Observe {
  const most = LOG_LEVELS.indexOf(logLevel);
  return (event) => {
    metrics?.note(event);
    const level = levelOf(event);
    if (LOG_LEVELS.indexOf(level) <= most) log?.({ level, ...event });
  };
}

const LEVELS: Readonly<Record<ServiceEvent['event'], LogLevel>> = {
  started: 'info',
  stopping: 'info',
  stopped: 'info',
  request: 'info',
  verification: 'debug',
  batch_created: 'info',
  batch_started: 'info',
  batch_completed: 'info',
  batch_cancelled: 'info',
  swept: 'info',
  batch_retried: 'warn',
  port_25_closed: 'warn',
  batch_failed: 'error',
  request_failed: 'error',
  worker_trouble: 'error',
};

/** Asked every few seconds by machines: of no interest while they are answered well. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

function levelOf(event: ServiceEvent): LogLevel {
  const routine = event.event === 'request' && PROBES.has(event.route) && event.status < 400;
  return routine ? 'debug' : LEVELS[event.event];
}
