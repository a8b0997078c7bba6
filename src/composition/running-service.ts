import type { Listening } from '../http/listen.ts';
import { type Clock, endsWithin } from '../lib/clock.ts';
import type { PartPool } from '../service/parts/part-pool.ts';
import type { Store } from '../service/ports.ts';
import type { Observe } from '../service/service-event.ts';
import type { Verifier } from '../verifier/verifier.ts';
import type { ListService } from './list-service.ts';
import type { MessageSenders } from './senders.ts';
import type { Sweeper } from './sweeper.ts';

/** A service that was started. */
export interface RunningService {
  /** Base URL without a trailing slash, such as `http://127.0.0.1:8025`. */
  readonly url: string;
  readonly address: { readonly host: string; readonly port: number };
  /** The key of team `default`, shown once: present only at the first start on an empty database. */
  readonly firstKey?: string;
  /** The setup link that creates the dashboard's first person; absent once there is one. */
  readonly setupUrl?: string;
  /**
   * Stops taking requests, lets those under way finish, hands back the batches, closes the store.
   * Ends within 30 s; may be called more than once.
   */
  close(): Promise<void>;
}

/** The running parts, in the order in which they were started. */
export interface ServiceParts extends Partial<MessageSenders> {
  readonly store: Store;
  readonly verifier: Verifier;
  readonly pool: PartPool;
  readonly lists?: ListService | undefined;
  /** Absent in a worker: the services sweep. */
  readonly sweeper?: Sweeper;
  readonly listening: Listening;
  /** Aborts event streams, which would otherwise last as long as their readers. */
  readonly leaving: AbortController;
  /** Aborts single verifications under way. */
  readonly stopping: AbortController;
  readonly clock: Clock;
  readonly observe: Observe;
}

/** A single verification may take a minute: after this long it is aborted and its cost given back. */
const DRAIN_MS = 12_000;
/** For the responses to aborted verifications. */
const CUT_MS = 3_000;
const VERIFIER_MS = 5_000;

/** Stops what was started, in the opposite order. 12 + 3 + 5 s, beside the pool's 10. */
export async function stopInOrder(parts: ServiceParts): Promise<void> {
  const { store, verifier, pool, lists, deliveries, notices, sweeper } = parts;
  const { leaving, stopping, clock, observe } = parts;
  observe({ event: 'stopping' });
  leaving.abort();
  await Promise.all([
    pool.stop(),
    lists?.runner.stop(),
    deliveries?.stop(),
    notices?.stop(),
    sweeper?.stop(),
    drainRequests(parts),
  ]);
  stopping.abort(new Error('The service is stopping'));
  await lists?.stop();
  await endsWithin(verifier.close(), VERIFIER_MS, clock);
  await store.close();
  observe({ event: 'stopped' });
}

async function drainRequests({ listening, stopping, clock }: ServiceParts): Promise<void> {
  const drained = listening.drain();
  if (await endsWithin(drained, DRAIN_MS, clock)) return;
  stopping.abort(new Error('The service is stopping'));
  if (!(await endsWithin(drained, CUT_MS, clock))) listening.cut();
}

export function toUrl({ host, port }: RunningService['address']): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
