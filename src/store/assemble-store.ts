import { BoundedMap } from '../lib/bounded-map.ts';
import type { Clock } from '../lib/clock.ts';
import type { PartQueue } from '../service/parts/part-queue.ts';
import type { Store } from '../service/ports.ts';
import { teamStore } from './batches.ts';
import { cacheStore } from './cached-answers.ts';
import type { DatabaseParts } from './database-parts.ts';
import { HISTORY_BOUNDS, type HistoryBounds, teamHistory } from './history.ts';
import { keyStore } from './keys.ts';
import { ledgerStore } from './ledger.ts';
import { correctionStore } from './lists/correction-store.ts';
import { listFolderIds, listLeases, listQueue } from './lists/list-queue.ts';
import { listShares, listStore } from './lists/list-store.ts';
import { watchQueue, watchStore } from './lists/list-watches.ts';
import { membersStore } from './members.ts';
import { noticeQueue } from './notices.ts';
import { addressHashes, outcomeStore, providerAddresses } from './outcomes.ts';
import { peopleStore, sessionStore } from './people.ts';
import { reportStore } from './reports.ts';
import { storageStore } from './storage.ts';
import { suppressionStore } from './suppressions.ts';
import { policyStore, teamDirectory } from './teams.ts';
import { erasureStore, retentionStore } from './upkeep.ts';
import { ownUrl, verifierMemory } from './verifier-memory.ts';
import { webhookQueue } from './webhook-attempts.ts';
import { webhookStore } from './webhooks.ts';

/** Teams whose part of the store is kept rather than created per request. */
const MAX_TEAMS = 1000;

export interface AssembleOptions {
  readonly bounds?: HistoryBounds | undefined;
  /** Dates the messages to webhooks, and on SQLite the start times of parts. Default: the system's. */
  readonly clock?: Pick<Clock, 'now'> | undefined;
}

/** The whole store over the parts that differ between the databases. */
export function assembleStore(parts: DatabaseParts, options: AssembleOptions = {}): Store {
  const { db, durable, damage, outbox } = parts;
  const { bounds = HISTORY_BOUNDS } = options;
  const history = kept((teamId) =>
    teamHistory({ reads: parts.historyReads, damage, bounds }, teamId),
  );
  let closed: Promise<void> | undefined;
  const teamParts = { ...parts, history };
  const memory = verifierMemory(db, parts.fleet);
  const hashes = addressHashes(memory);
  return {
    teams: teamDirectory(db),
    keys: keyStore(durable, parts.keyByHash),
    cache: cacheStore(db, parts.answers, damage),
    parts: announcing(parts),
    people: peopleStore(durable),
    sessions: sessionStore(db),
    verifierMemory: memory,
    retention: retentionStore(parts),
    erasure: erasureStore({ ...parts, hashes }),
    team: kept((teamId) => teamStore(teamParts, teamId)),
    backup: parts.backup,
    listQueue: listQueue(db, outbox, parts.others),
    listLeases: listLeases(parts),
    listFolderIds: listFolderIds(db),
    ownUrl: ownUrl(db),
    listShares: listShares(db),
    watchQueue: watchQueue(db),
    webhookQueue: webhookQueue(parts, outbox),
    notices: noticeQueue(db),
    providerAddresses: providerAddresses(db),
    storage: kept((teamId) => storageStore(db, teamId)),
    suppressions: kept((teamId) => suppressionStore(parts, teamId)),
    ledger: kept((teamId) => ledgerStore(parts, teamId)),
    outcomes: kept((teamId) => outcomeStore({ ...parts, hashes }, teamId)),
    webhooks: (teamId) => webhookStore(db, outbox, teamId),
    policies: kept((teamId) => policyStore(db, teamId)),
    corrections: (teamId) => correctionStore(db, teamId),
    lists: (teamId) => listStore(db, teamId),
    watches: (teamId) => watchStore(db, teamId),
    members: (teamId) => membersStore(durable, teamId),
    reports: (teamId) => reportStore(parts, history(teamId), teamId),
    ping: parts.ping,
    onDamage: damage.listen,
    /** A service that can't start closes it, and so does what opened it. */
    close() {
      closed ??= parts.close();
      return closed;
    },
  };
}

/** The parts of batches, whose results are news for lists. */
function announcing({ parts, outbox }: DatabaseParts): PartQueue {
  return {
    ...parts,
    async record(part, ...written) {
      const isHeld = await parts.record(part, ...written);
      outbox.resultsRecorded(part.batchId);
      return isHeld;
    },
  };
}

/** Creates one value per team, and keeps those used last. */
function kept<T>(make: (teamId: string) => T): (teamId: string) => T {
  const made = new BoundedMap<string, T>(MAX_TEAMS);
  return (teamId) => {
    const known = made.get(teamId);
    if (known) return known;
    const fresh = make(teamId);
    made.set(teamId, fresh);
    return fresh;
  };
}
