/** Progress of batches and lists: as an event stream while they are open, or once. */
import { streamSSE } from 'hono/streaming';
import { message } from '../i18n/message.ts';
import { checkPermission, type Permission } from '../service/people/people.ts';
import { resumeSession } from '../service/people/sign-in.ts';
import { PeopleError, ServiceError } from '../service/service-error.ts';
import type { LiveData } from './browser/live-data.ts';
import type { DashboardDeps, PageContext } from './environment.ts';
import { PageError } from './page-error.ts';
import type { PagesFor } from './signed-in.ts';

/** A kind of thing whose progress is followed. */
export interface Followed {
  /** Of its page; `:id` in it is the thing's. */
  readonly path: string;
  readonly permission: Permission;
  /** What its page shows, as plain data. Rejects where the team has no such thing. */
  find(c: PageContext): Promise<LiveData>;
}

const LOOK_EVERY_MS = 1000;
/** After this many polls without a change it is sent again: proxies cut silent connections. */
const MAX_SILENT_POLLS = 15;
/** A stream ends after this long and the browser reconnects: vanished clients are dropped. */
const LONGEST_MS = 5 * 60 * 1000;
/** Streams of one person; more tabs than this poll. */
const MAX_STREAMS = 8;

export function liveRoutes(
  pagesFor: PagesFor,
  deps: DashboardDeps,
  things: readonly Followed[],
): void {
  const streams = new Map<string, number>();
  for (const { path, permission, find } of things) {
    const pages = pagesFor(permission);
    pages.get(`${path}/progress`, async (c) => c.json(await find(c)));
    pages.get(`${path}/events`, async (c) => {
      await find(c);
      // Answered like GET, but for the body: a stream that nobody reads would never end.
      if (c.req.method === 'HEAD')
        return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
      const release = admit(streams, c.get('identity').person.id);
      // An idle connection would delay the service's stop.
      c.header('Connection', 'close');
      return streamSSE(c, async (stream) => {
        const ended = new AbortController();
        stream.onAbort(() => ended.abort());
        const signal = AbortSignal.any([ended.signal, deps.leaving]);
        try {
          for await (const data of followed(c, { ...deps, permission, find }, signal)) {
            await stream.writeSSE({ event: 'progress', data });
          }
        } catch (error) {
          if (!isGone(error)) deps.logError(c.get('requestId') ?? '', error);
        } finally {
          release();
        }
      });
    });
  }
}

/** It was deleted while somebody followed it. */
function isGone(error: unknown): boolean {
  return error instanceof PeopleError || error instanceof ServiceError;
}

/** The thing now and at each change, until it, the session or the stream's time ends. */
async function* followed(
  c: PageContext,
  { service, clock, permission, find }: DashboardDeps & Omit<Followed, 'path'>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const until = clock.monotonic() + LONGEST_MS;
  let last = '';
  let silent = 0;
  while (!signal.aborted && clock.monotonic() < until) {
    const identity = await resumeSession(service, c.get('session'));
    if (!identity) return;
    // As it is now: who lost a role finds no more than a page would show.
    checkPermission(identity.person, permission);
    c.set('identity', identity);
    const found = await find(c);
    const now = JSON.stringify(found);
    silent = now === last ? silent + 1 : 0;
    if (silent % MAX_SILENT_POLLS === 0) yield now;
    if (found.ended) return;
    last = now;
    await clock.sleep(untilNextLook(clock), signal).catch(() => {});
  }
}

/** All streams look at the same moments, so that two tabs show the same. */
function untilNextLook(clock: DashboardDeps['clock']): number {
  return LOOK_EVERY_MS - (clock.monotonic() % LOOK_EVERY_MS);
}

/** Counts a stream, and returns the function that uncounts it. */
function admit(streams: Map<string, number>, personId: string): () => void {
  const open = streams.get(personId) ?? 0;
  if (open >= MAX_STREAMS) throw new PageError(503, message('errorTexts.too_many_pages'));
  streams.set(personId, open + 1);
  return () => {
    const left = (streams.get(personId) ?? 1) - 1;
    if (left > 0) streams.set(personId, left);
    else streams.delete(personId);
  };
}
