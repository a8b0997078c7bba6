import type { Selectable } from 'kysely';
import { WEBHOOK_EVENTS } from '../contract/webhook-events.ts';
import type { Message } from '../lib/errors.ts';
import type { AuditAction, AuditedChange } from '../service/people/records.ts';
import {
  type LogPage,
  type MessageRecord,
  type NewWebhook,
  type Rotation,
  testMessage,
  type WebhookRecord,
  type WebhookStore,
} from '../service/webhooks/records.ts';
import type { EventOutbox } from './database-parts.ts';
import { insertDelivery } from './outbox.ts';
import { writeAudit } from './people.ts';
import type { Db, MessageRow, WebhookRow } from './tables.ts';
import { inTransaction, lockTeam } from './transaction.ts';

/** A team's webhooks. Every statement is limited to the team. */
export function webhookStore(db: Db, outbox: EventOutbox, teamId: string): WebhookStore {
  const team = new TeamWebhooks(db, outbox, teamId);
  return {
    create: (webhook, most, change) => team.create(webhook, most, change),
    list: async () => (await team.rows(db).execute()).map(toWebhook),
    async find(id) {
      const row = await team.rows(db).where('webhooks.id', '=', id).executeTakeFirst();
      return row && toWebhook(row);
    },
    rotate: (id, rotation, change) => team.rotate(id, rotation, change),
    enable: (id, change) =>
      team.change({ id, action: 'webhook_enabled', change }, async (trx) => {
        const enabled = { disabled_at: null, disabled_reason: null, failing_since: null };
        const fresh = { ...enabled, failures: 0, retry_at: 0 };
        await trx.updateTable('webhooks').set(fresh).where('id', '=', id).execute();
        outbox.announce(trx);
      }),
    remove: (id, change) =>
      team.change({ id, action: 'webhook_deleted', change }, async (trx) => {
        await trx.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute();
        await trx.deleteFrom('webhooks').where('id', '=', id).execute();
      }),
    sendTest: (id, at) =>
      inTransaction(db, async (trx) => {
        if (!(await team.lock(trx, id))) return undefined;
        await team.awake(trx, id);
        return insertDelivery(trx, id, { message: testMessage(), at });
      }),
    deliveries: (id, page) => team.log(id, page),
    async delivery(webhookId, id) {
      const row = await team.deliveries(db, webhookId).where('id', '=', id).executeTakeFirst();
      return row && toDelivery(row);
    },
    replay: (webhookId, id, at) => team.replay(webhookId, { id, at }),
  };
}

interface WebhookChange {
  readonly id: string;
  readonly action: AuditAction;
  readonly change: AuditedChange;
}

class TeamWebhooks {
  readonly #db: Db;
  readonly #outbox: EventOutbox;
  readonly #teamId: string;

  constructor(db: Db, outbox: EventOutbox, teamId: string) {
    this.#db = db;
    this.#outbox = outbox;
    this.#teamId = teamId;
  }

  rows(db: Db) {
    return webhookRows(db).where('team_id', '=', this.#teamId);
  }

  deliveries(db: Db, webhookId: string) {
    return db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', '=', webhookId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('webhooks')
            .select('webhooks.id')
            .where('webhooks.id', '=', webhookId)
            .where('team_id', '=', this.#teamId),
        ),
      );
  }

  /** By position: a page costs the same however many messages are newer. */
  async log(id: string, { limit, before }: LogPage): Promise<MessageRecord[]> {
    const all = this.deliveries(this.#db, id).orderBy('seq', 'desc').limit(limit);
    const page =
      before === undefined
        ? all
        : all.where('seq', '<', ({ selectFrom }) =>
            selectFrom('webhook_deliveries as newer').select('newer.seq').where('id', '=', before),
          );
    return (await page.execute()).map(toDelivery);
  }

  /** A person asks for an attempt: the webhook's rest is over. */
  async awake(trx: Db, id: string): Promise<void> {
    await trx.updateTable('webhooks').set({ retry_at: 0 }).where('id', '=', id).execute();
    this.#outbox.announce(trx);
  }

  /** Locks a webhook, so that no message to it is queued meanwhile; undefined where the team has none such. */
  async lock(trx: Db, id: string): Promise<string | undefined> {
    const row = this.rows(trx).where('webhooks.id', '=', id).forUpdate('webhooks');
    return (await row.executeTakeFirst())?.url;
  }

  create(
    { id, url, events, secret, format = 'standard' }: NewWebhook,
    most: number,
    change: AuditedChange,
  ): Promise<boolean> {
    const rest = { previous_secret: null, overlap_until: null, failing_since: null };
    return inTransaction(this.#db, async (trx) => {
      await lockTeam(trx, this.#teamId);
      if ((await this.rows(trx).execute()).length >= most) return false;
      await trx
        .insertInto('webhooks')
        .values({
          id,
          team_id: this.#teamId,
          url,
          events: events.join(','),
          secret,
          format,
          ...rest,
          created_at: change.at,
          disabled_at: null,
          disabled_reason: null,
        })
        .execute();
      await this.#audit(trx, { action: 'webhook_created', url }, change);
      return true;
    });
  }

  rotate(id: string, { secret, overlapUntil }: Rotation, change: AuditedChange): Promise<boolean> {
    return this.change({ id, action: 'webhook_secret_rotated', change }, async (trx) => {
      await trx
        .updateTable('webhooks')
        .set(({ ref }) => ({
          previous_secret: ref('secret'),
          overlap_until: overlapUntil,
          secret,
        }))
        .where('id', '=', id)
        .execute();
    });
  }

  /** Writes the change with its line in the audit log; false where the team has no such webhook. */
  change(
    { id, action, change }: WebhookChange,
    write: (trx: Db) => Promise<void>,
  ): Promise<boolean> {
    return inTransaction(this.#db, async (trx) => {
      const url = await this.lock(trx, id);
      if (url === undefined) return false;
      await write(trx);
      await this.#audit(trx, { action, url }, change);
      return true;
    });
  }

  /** With the message's own id: a receiver that has it already knows it again. */
  replay(webhookId: string, { id, at }: { id: string; at: number }): Promise<boolean> {
    return inTransaction(this.#db, async (trx) => {
      await this.lock(trx, webhookId);
      const found = await this.deliveries(trx, webhookId).where('id', '=', id).executeTakeFirst();
      if (!found || found.status === 'pending') return false;
      const isEnabled = this.rows(trx).where('webhooks.id', '=', webhookId);
      if (!(await isEnabled.where('disabled_at', 'is', null).executeTakeFirst())) return false;
      await trx
        .updateTable('webhook_deliveries')
        .set({ status: 'pending', next_at: at, attempts: 0 })
        .where('id', '=', id)
        .execute();
      await this.awake(trx, webhookId);
      return true;
    });
  }

  #audit(
    trx: Db,
    { action, url }: { readonly action: AuditAction; readonly url: string },
    change: AuditedChange,
  ): Promise<void> {
    return writeAudit(trx, { teamId: this.#teamId, action, subject: url }, change);
  }
}

/** All webhooks, with the names of their teams. */
export function webhookRows(db: Db) {
  return db
    .selectFrom('webhooks')
    .innerJoin('teams', 'teams.id', 'webhooks.team_id')
    .select([
      'webhooks.id',
      'team_id',
      'url',
      'events',
      'webhooks.created_at',
      'failing_since',
      'disabled_at',
      'disabled_reason',
      'overlap_until',
      'format',
      'teams.name as team_name',
    ])
    .orderBy('webhooks.created_at')
    .orderBy('webhooks.id');
}

type ShownWebhook = Omit<
  Selectable<WebhookRow>,
  'secret' | 'previous_secret' | 'failures' | 'retry_at'
> & {
  team_name: string;
};

export function toWebhook(row: ShownWebhook): WebhookRecord {
  return {
    id: row.id,
    teamId: row.team_id,
    teamName: row.team_name,
    url: row.url,
    events: parseEvents(row.events),
    createdAt: row.created_at,
    failingSince: row.failing_since,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
    overlapUntil: row.overlap_until,
    format: row.format,
  };
}

function parseEvents(text: string): WebhookRecord['events'] {
  const stored = text.split(',');
  return WEBHOOK_EVENTS.filter((event) => stored.includes(event));
}

function toDelivery(row: Selectable<MessageRow>): MessageRecord {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    createdAt: row.created_at,
    attempts: row.attempts,
    attemptedAt: row.attempted_at,
    answer: row.answer,
    error: row.error === null ? null : (JSON.parse(row.error) as Message),
    took: row.took,
    nextAt: row.next_at,
  };
}
