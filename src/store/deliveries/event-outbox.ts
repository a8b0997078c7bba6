import type { Kysely } from 'kysely';
import type { Clock } from '../../lib/clock.ts';
import { secureToken } from '../../lib/secure-token.ts';
import {
  batchMessage,
  listMessage,
  type Message,
  toPayload,
} from '../../service/webhook-messages.ts';
import { TEST_EVENT } from '../../service/webhook-ports.ts';
import { BATCH_COLUMNS, toBatch } from '../rows.ts';
import type { Tables } from '../tables.ts';
import { listsOf, toList } from '../uploads/list-rows.ts';

/** Attempts are made for this long. */
export const DELIVER_WITHIN_MS = 24 * 60 * 60 * 1000;

/**
 * Writes what has happened as messages to the webhooks that want it, in the transaction in which it
 * happens. Costs one look-up by an index where a team has no webhook.
 */
export interface EventOutbox {
  /** A batch has ended. Of the portions of a list nothing is written: the list has its own event. */
  batchEnded(trx: Kysely<Tables>, batchId: string): Promise<void>;
  listCompleted(trx: Kysely<Tables>, listId: string): Promise<void>;
  write(trx: Kysely<Tables>, teamId: string, message: Message): Promise<void>;
}

export function eventOutbox(clock: Pick<Clock, 'now'>): EventOutbox {
  const write = (trx: Kysely<Tables>, teamId: string, message: Message) =>
    writeMessage(trx, { teamId, message, at: clock.now() });
  return {
    async batchEnded(trx, batchId) {
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
      const row = await listsOf(trx, team_id).where('id', '=', listId).executeTakeFirst();
      if (row) await write(trx, team_id, listMessage(toList(row)));
    },
    write,
  };
}

interface TeamMessage {
  readonly teamId: string;
  readonly message: Message;
  readonly at: number;
}

async function writeMessage(
  trx: Kysely<Tables>,
  { teamId, message, at }: TeamMessage,
): Promise<void> {
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
      next_at: at,
      expires_at: message.type === TEST_EVENT ? at : at + DELIVER_WITHIN_MS,
      leased_until: 0,
      ...never,
    })
    .execute();
  return id;
}
