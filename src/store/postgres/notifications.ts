import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Client, Notification } from 'pg';
import { type BackoffLimits, backoffDelay } from '../../lib/backoff.ts';
import { secureToken } from '../../lib/secure-token.ts';
import type { ListNews } from '../../service/lists/list-ports.ts';
import type { OtherProcesses } from '../database-parts.ts';
import type { Db } from '../tables.ts';
import { createClient } from './postgres-pool.ts';

const CHANNEL = 'mailvet_lists';
/** A commit with a NOTIFY waits for those of all others: results are written in transactions without. */
const RECORDED_EVERY_MS = 1000;
/** After the first reconnection, which is tried at once. */
const RECONNECTING: BackoffLimits = { first: 500, max: 60_000 };
/** Behind a pooler in transaction mode no notification ever comes. */
const FIRST_NOTIFICATION_MS = 10_000;
const ENDING_MS = 1000;

interface NotificationsDatabase {
  readonly db: Db;
  /** For a connection that keeps its session. */
  readonly directUrl: string;
}

interface Notifications extends OtherProcesses {
  close(): Promise<void>;
}

/**
 * LISTEN and NOTIFY: a payload is news and the token of its sender. Of its own news a process knows already,
 * but the first one shows that notifications arrive.
 */
export function notifications({ db, directUrl }: NotificationsDatabase): Notifications {
  const sender = secureToken(8);
  const payload = (news: ListNews) => `${news} ${sender}`;
  const grown = new Set<string>();
  let pause: NodeJS.Timeout | undefined;
  let listening: { readonly isHeard: () => boolean; stop(): Promise<void> } | undefined;

  const sendRecorded = () => {
    pause = undefined;
    if (grown.size === 0) return;
    const ids = [...grown];
    grown.clear();
    pause = setTimeout(sendRecorded, RECORDED_EVERY_MS).unref();
    // What is lost is found by the next look.
    void sql`select pg_notify(${CHANNEL}, ${payload('recorded')}) where exists (
      select 1 from batches where id = any(${ids}::text[]) and list_id is not null)`
      .execute(db)
      .catch(() => {});
  };
  const sendChanged = async () => {
    await sql`select pg_notify(${CHANNEL}, ${payload('changed')})`.execute(db);
  };
  return {
    async notifyEnded(trx, batchId) {
      await sql`select pg_notify(${CHANNEL}, ${payload('ended')}) from batches
        where id = ${batchId} and list_id is not null`.execute(trx);
    },
    notifyRecorded(batchId) {
      grown.add(batchId);
      if (!pause) sendRecorded();
    },
    notifyChanged: () => void sendChanged().catch(() => {}),
    listen(listener) {
      listening ??= keepListening({ directUrl, sender, listener, sendChanged });
    },
    isListening: () => listening?.isHeard() ?? false,
    async close() {
      clearTimeout(pause);
      await listening?.stop();
    },
  };
}

const NEWS: Readonly<Record<ListNews, true>> = { recorded: true, ended: true, changed: true };

const isListNews = (news = ''): news is ListNews => Object.hasOwn(NEWS, news);

/** Connects again and again. Meanwhile, and where nothing arrives, the listener has to look by itself. */
function keepListening({
  directUrl,
  sender,
  listener,
  sendChanged,
}: {
  readonly directUrl: string;
  readonly sender: string;
  readonly listener: (news: ListNews) => void;
  /** A notification of our own. */
  readonly sendChanged: () => Promise<void>;
}) {
  const stopping = new AbortController();
  let isHeard = false;
  const hear = (heard: boolean) => {
    if (isHeard === heard || stopping.signal.aborted) return;
    isHeard = heard;
    listener('changed');
  };
  const heed = ({ payload = '' }: Notification) => {
    const [news, from] = payload.split(' ');
    if (from === sender) hear(true);
    else listener(isListNews(news) ? news : 'changed');
  };
  const work = async () => {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      const client = createClient(directUrl).on('notification', heed);
      await holdOpen(client, sendChanged, { stopping: stopping.signal, isHeard: () => isHeard });
      if (isHeard) failures = -1;
      hear(false);
      const wait = failures < 0 ? 0 : backoffDelay(RECONNECTING, failures, Math.random());
      await delay(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  const working = work();
  return {
    isHeard: () => isHeard,
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

/** Resolves when the connection is lost or of no use. */
async function holdOpen(
  client: Client,
  sendChanged: () => Promise<void>,
  { stopping, isHeard }: { readonly stopping: AbortSignal; readonly isHeard: () => boolean },
): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const stop = () => end();
  client.on('error', stop).on('end', stop);
  stopping.addEventListener('abort', stop);
  const deaf = setTimeout(() => isHeard() || end(), FIRST_NOTIFICATION_MS).unref();
  const begin = async () => {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    await sendChanged();
  };
  begin().catch(stop);
  await ended;
  clearTimeout(deaf);
  stopping.removeEventListener('abort', stop);
  // A server that hangs does not hang up.
  await Promise.race([client.end().catch(() => {}), delay(ENDING_MS, undefined, { ref: false })]);
}
