import type { Kysely } from 'kysely';
import type { Clock } from '../../lib/clock.ts';
import { secureToken } from '../../lib/secure-token.ts';
import type { ListNews } from '../../service/lists/list-ports.ts';
import {
  batchMessage,
  listMessage,
  type Message,
  toPayload,
} from '../../service/webhooks/webhook-messages.ts';
import { TEST_EVENT } from '../../service/webhooks/webhook-ports.ts';
import { writeListNotice } from '../notices/notice-queue.ts';
import type { OtherProcesses } from '../other-processes.ts';
import { BATCH_COLUMNS, toBatch } from '../rows.ts';
import type { Tables } from '../tables.ts';
import { afterCommit } from '../transaction.ts';
import { listsOf, toList } from '../uploads/list-rows.ts';

/**
 * Writes what has happened as messages to the webhooks that want it, in the transaction in which it
 * happens. Costs one look-up by an index where a team has no webhook.
 */
export interface EventOutbox {
  /** A batch has ended. Of the portions of a list nothing is written: the list has its own event. */
  batchEnded(trx: Kysely<Tables>, batchId: string): Promise<void>;
  listCompleted(trx: Kysely<Tables>, listId: string): Promise<void>;
  /** A list waits for the quota: people get this by mail alone. */
  listPaused(trx: Kysely<Tables>, listId: string): Promise<void>;
  write(trx: Kysely<Tables>, teamId: string, message: Message): Promise<void>;
  /** Calls the listener when the transaction is committed: it has queued a message. */
  announce(trx: Kysely<Tables>): void;
  onQueued(listener: () => void): void;
  /** Calls the listener when results of batches, or the end of one, are committed; by others too. */
  onBatches(listener: (news: ListNews) => void): void;
  /** Results are committed. */
  resultsRecorded(batchId: string): void;
}

export function eventOutbox(clock: Pick<Clock, 'now'>, others: OtherProcesses): EventOutbox {
  let listener: (() => void) | undefined;
  let batchListener: ((news: ListNews) => void) | undefined;
  const notify = () => listener?.();
  const notifyEnded = () => batchListener?.('ended');
  const announce = (trx: Kysely<Tables>) => afterCommit(trx, notify);
  const write = async (trx: Kysely<Tables>, teamId: string, message: Message) => {
    if (await writeMessage(trx, { teamId, message, at: clock.now() })) announce(trx);
  };
  return {
    async batchEnded(trx, batchId) {
      afterCommit(trx, notifyEnded);
      await others.notifyEnded(trx, batchId);
      const row = await trx
        .selectFrom('batches')
        .select([...BATCH_COLUMNS, 'team_id'])
        .where('id', '=', batchId)
        .where('list_id', 'is', null)
        .executeTakeFirst();
      const message = row && batchMessage(toBatch(row));
      if (message) await write(trx, row.team_id, message);
    },
    async listCompleted(trx, listId) {
      const { team_id } = await trx
        .selectFrom('lists')
        .select('team_id')
        .where('id', '=', listId)
        .executeTakeFirstOrThrow();
      await writeListNotice(trx, { type: 'list.completed', listId, at: clock.now() });
      const row = await listsOf(trx, team_id).where('id', '=', listId).executeTakeFirst();
      if (row) await write(trx, team_id, listMessage(toList(row)));
    },
    listPaused: (trx, listId) =>
      writeListNotice(trx, { type: 'list.paused', listId, at: clock.now() }),
    write,
    announce,
    onQueued(given) {
      listener = given;
    },
    onBatches(given) {
      batchListener = given;
      others.listen(given);
    },
    resultsRecorded(batchId) {
      batchListener?.('recorded');
      others.notifyRecorded(batchId);
    },
  };
}

interface TeamMessage {
  readonly teamId: string;
  readonly message: Message;
  readonly at: number;
}

/** False where no webhook wants it. */
async function writeMessage(
  trx: Kysely<Tables>,
  { teamId, message, at }: TeamMessage,
): Promise<boolean> {
  const webhooks = await trx
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('team_id', '=', teamId)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    // None of them is deleted before the message is queued.
    .forKeyShare()
    .execute();
  const wanting = webhooks.filter(({ events }) => events.split(',').includes(message.type));
  for (const { id } of wanting) await insertDelivery(trx, id, { message, at });
  return wanting.length > 0;
}

/** Queues a message to one webhook and returns its id. */
export async function insertDelivery(
  trx: Kysely<Tables>,
  webhookId: string,
  { message, at }: Omit<TeamMessage, 'teamId'>,
): Promise<string> {
  const id = `msg_${secureToken(20)}`;
  const payload = toPayload(message, at);
  const never = { attempted_at: null, took: null, answer: null, error: null };
  await trx
    .insertInto('webhook_deliveries')
    .values({
      id,
      webhook_id: webhookId,
      type: message.type,
      payload,
      status: 'pending',
      created_at: at,
      attempts: 0,
      // Somebody waits for what comes of a test: it is sent before all that waits.
      next_at: message.type === TEST_EVENT ? 0 : at,
      expires_at: 0,
      leased_until: 0,
      ...never,
    })
    .execute();
  return id;
}
