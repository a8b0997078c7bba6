import { submitBatch } from '../../service/batches/batches.ts';
import type { ListFiles } from '../../service/lists/list-files.ts';
import type { ListWait, OpenList } from '../../service/lists/list-ports.ts';
import type { ServiceContext } from '../../service/ports.ts';
import { ServiceError } from '../../service/service-error.ts';
import { monthOf } from '../../service/teams/quota.ts';

export interface SendContext
  extends Pick<
    ServiceContext,
    'store' | 'clock' | 'token' | 'signals' | 'observe' | 'maxOpenBatches' | 'teamStorage'
  > {
  readonly files: ListFiles;
}

/** Addresses of a list without a result in open batches: as many as workers take in hand. */
const MAX_WAITING = 20_000;
/** Addresses that a divided portion has at least, while open ones of the list may give some back. */
const LEAST_DIVIDED = 100;
/** Of the open batches that a team may have; the others are for its programs. */
const SHARE_OF_LISTS = 0.8;

/** Creates the batches of a list that are due, one a step. Returns what the next one waits for. */
export async function* sendPortions(
  context: SendContext,
  list: OpenList,
): AsyncGenerator<void, ListWait | undefined> {
  const { store, files } = context;
  let { sent, waiting, portions } = list;
  while (sent < portions && waiting < MAX_WAITING) {
    const next = await files.portion(list.id, sent + 1, list.lease);
    // A process may have died between dividing a portion and noting it.
    if (next.portions !== portions) await store.listQueue.setPortions(list.id, next.portions);
    portions = next.portions;
    const refusal = await send(context, list, {
      portion: sent + 1,
      emails: next.emails,
      waiting,
    });
    if (refusal === 'divided') continue;
    if (refusal === 'not_due') return undefined;
    if (refusal !== undefined) {
      if (refusal !== list.waitsFor) await store.listQueue.setWait(list.id, refusal);
      return refusal;
    }
    sent++;
    waiting += next.emails.length;
    yield;
  }
  return undefined;
}

interface WaitingPortion {
  readonly portion: number;
  readonly emails: readonly string[];
  /** Addresses of the list in open batches. */
  readonly waiting: number;
}

/**
 * Undefined when it is sent. `divided`: as much of it as the quota permits comes first now;
 * `not_due`: the list was cancelled, or another process has sent it.
 */
async function send(
  context: SendContext,
  list: OpenList,
  { portion, emails, waiting }: WaitingPortion,
): Promise<ListWait | 'divided' | 'not_due' | undefined> {
  const { files, maxOpenBatches } = context;
  const maxOpen = maxOpenBatches && Math.ceil(maxOpenBatches * SHARE_OF_LISTS);
  const batch = await submitBatch({ ...context, maxOpenBatches: maxOpen }, list.teamId, {
    emails,
    list: { listId: list.id, portion, lease: list.lease },
    // A cached result is what is to be looked at again.
    noCache: list.rounds > 0,
  });
  if (batch instanceof ServiceError) return 'storage';
  if (batch === 'too_many_batches') return 'open_batches';
  if (batch !== 'over_quota') return batch === 'not_due' ? batch : undefined;
  const left = await quotaLeft(context, list);
  const least = waiting > 0 ? LEAST_DIVIDED : 1;
  if (left < least || left >= emails.length) return 'quota';
  await files.dividePortion(list.id, portion, { first: left, lease: list.lease });
  return 'divided';
}

async function quotaLeft({ store, clock }: SendContext, { teamId, quota }: OpenList) {
  if (quota === null) return 0;
  const { used } = await store.reports(teamId).usage(monthOf(clock.now()));
  return quota - used;
}
