/** A batch's progress: as an event stream while it is open, or once. */
import { streamSSE } from 'hono/streaming';
import { isFinal } from '../../contract/batch-state.ts';
import { batchNotFound } from '../../service/batches.ts';
import type { BatchRecord } from '../../service/records.ts';
import { resumeSession } from '../../service/session.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { PageError } from '../page-error.ts';
import { pathId, type SignedInPages } from '../signed-in.ts';

const LOOK_EVERY_MS = 1000;
/** After this many polls without a change it is sent again: proxies cut silent connections. */
const MAX_SILENT_POLLS = 15;
/** A stream ends after this long and the browser reconnects: vanished clients are dropped. */
const LONGEST_MS = 5 * 60 * 1000;
/** Streams of one person; more tabs than this poll. */
const MAX_STREAMS = 8;

export function liveRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const streams = new Map<string, number>();
  pages.get('/batches/:id/progress', async (c) => c.json(progressOf(await requireBatch(c, deps))));
  pages.get('/batches/:id/events', async (c) => {
    await requireBatch(c, deps);
    const release = admit(streams, c.get('identity').person.id);
    // An idle connection would delay the service's stop.
    c.header('Connection', 'close');
    return streamSSE(c, async (stream) => {
      const ended = new AbortController();
      stream.onAbort(() => ended.abort());
      const signal = AbortSignal.any([ended.signal, deps.leaving]);
      try {
        for await (const batch of followed(c, deps, signal)) {
          await stream.writeSSE({ event: 'progress', data: JSON.stringify(progressOf(batch)) });
        }
      } catch (error) {
        deps.logError(c.get('requestId') ?? '', error);
      } finally {
        release();
      }
    });
  });
}

/** The batch now and at each change, until it, the session or the stream's time ends. */
async function* followed(
  c: PageContext,
  { service, clock }: DashboardDeps,
  signal: AbortSignal,
): AsyncGenerator<BatchRecord> {
  const until = clock.monotonic() + LONGEST_MS;
  let last = '';
  let silent = 0;
  while (!signal.aborted && clock.monotonic() < until) {
    if (!(await resumeSession(service, c.get('session')))) return;
    const batch = await find(c, service);
    if (!batch) return;
    const now = JSON.stringify(progressOf(batch));
    silent = now === last ? silent + 1 : 0;
    if (silent % MAX_SILENT_POLLS === 0) yield batch;
    if (isFinal(batch.status)) return;
    last = now;
    await clock.sleep(LOOK_EVERY_MS, signal).catch(() => {});
  }
}

async function requireBatch(c: PageContext, { service }: DashboardDeps): Promise<BatchRecord> {
  const batch = await find(c, service);
  if (!batch) throw batchNotFound();
  return batch;
}

function find(c: PageContext, { store }: DashboardDeps['service']) {
  return store.reports(c.get('identity').team.id).batch(pathId(c));
}

function progressOf({ status, processedCount, totalCount }: BatchRecord) {
  return { status, processedCount, totalCount, ended: isFinal(status) };
}

/** Counts a stream, and returns the function that uncounts it. */
function admit(streams: Map<string, number>, personId: string): () => void {
  const open = streams.get(personId) ?? 0;
  if (open >= MAX_STREAMS) throw new PageError(503, 'Too many pages follow batches at once');
  streams.set(personId, open + 1);
  return () => {
    const left = (streams.get(personId) ?? 1) - 1;
    if (left > 0) streams.set(personId, left);
    else streams.delete(personId);
  };
}
