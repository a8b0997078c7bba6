import { MailvetError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { type AuditedChange, COMMAND_LINE } from '../service/people-ports.ts';
import type { ServiceContext } from '../service/ports.ts';
import { PeopleError } from '../service/service-error.ts';
import { findTeam } from '../service/teams.ts';
import type { DeliveryRecord, WebhookRecord } from '../service/webhook-ports.ts';
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  rotateSecret,
  testWebhook,
  type WebhookKey,
  type WebhookRequest,
} from '../service/webhooks.ts';
import { createTargetJudge } from '../webhooks/judged-target.ts';

/** A webhook as `mailvet admin` shows it, without its secret. */
export interface WebhookInfo {
  readonly id: string;
  /** Name of the team. */
  readonly team: string;
  readonly url: string;
  readonly events: readonly string[];
  /** ISO 8601, UTC, as are the next two. */
  readonly createdAt: string;
  /** The first failed attempt since the last success. */
  readonly failingSince: string | null;
  readonly disabledAt: string | null;
}

/** A message in the delivery log. */
export interface DeliveryInfo {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly attempts: number;
  /** The status that the receiver answered with. */
  readonly answer: number | null;
  readonly error: string | null;
  /** Milliseconds. */
  readonly took: number | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

interface CreatedWebhookInfo {
  readonly id: string;
  /** Shown once. */
  readonly secret: string;
}

interface NewWebhookInfo extends Pick<WebhookRequest, 'url' | 'events'> {
  /** Networks that the service opens beside the public internet (CIDR). */
  readonly allowNetwork: readonly string[];
}

/** Webhooks of one database. Rejects with MailvetError `input` for what does not exist. */
export interface WebhookAdmin {
  create(team: string, webhook: NewWebhookInfo): Promise<CreatedWebhookInfo>;
  /** Of one team, or of all; oldest first. */
  list(team?: string): Promise<WebhookInfo[]>;
  /** A new secret; the one before signs as well for a day. */
  rotate(id: string): Promise<CreatedWebhookInfo>;
  /** Queues a test message and waits for what comes of it; still pending where no service runs. */
  test(id: string): Promise<DeliveryInfo>;
  enable(id: string): Promise<void>;
  delete(id: string): Promise<void>;
  /** The newest messages, newest first. */
  log(id: string): Promise<DeliveryInfo[]>;
}

type WebhookContext = Pick<ServiceContext, 'store' | 'token'> & { readonly clock: Clock };

const LOG_LENGTH = 50;

export function createWebhookAdmin(context: WebhookContext): WebhookAdmin {
  const { store, clock } = context;
  const change = (): AuditedChange => ({ actor: COMMAND_LINE, at: clock.now() });
  return {
    async create(teamName, { allowNetwork, ...webhook }) {
      const team = await findTeam(context, teamName);
      const request = { ...webhook, actor: COMMAND_LINE };
      const judging = { ...context, judgeTarget: createTargetJudge(allowNetwork) };
      const { id, secret } = await asInput(() => createWebhook(judging, team, request));
      return { id, secret };
    },
    async list(teamName) {
      const team = teamName === undefined ? undefined : await findTeam(context, teamName);
      return (await store.deliveries.webhooks(team?.id)).map(webhookInfo);
    },
    async rotate(id) {
      const key = await findWebhook(context, id);
      return { id, secret: await rotateSecret(context, key, change()) };
    },
    test: async (id) => test(context, await findWebhook(context, id)),
    enable: async (id) => enableWebhook(context, await findWebhook(context, id), change()),
    delete: async (id) => deleteWebhook(context, await findWebhook(context, id), change()),
    async log(id) {
      const { teamId } = await findWebhook(context, id);
      const log = await store.webhooks(teamId).deliveries(id, { limit: LOG_LENGTH });
      return log.map(deliveryInfo);
    },
  };
}

async function findWebhook(
  { store }: Pick<WebhookContext, 'store'>,
  id: string,
): Promise<WebhookKey> {
  const teamId = await store.deliveries.teamOf(id);
  if (teamId !== undefined) return { teamId, id };
  throw new MailvetError('input', `There is no webhook "${id}"`, {
    hint: 'mailvet admin webhook list shows them all',
  });
}

/** A running service looks about once a second, and gives up an attempt after ten. */
const TEST_MS = 15_000;
const LOOK_EVERY_MS = 200;

async function test(context: WebhookContext, key: WebhookKey): Promise<DeliveryInfo> {
  const { store, clock } = context;
  const delivery = await asInput(() => testWebhook(context, key));
  const end = clock.monotonic() + TEST_MS;
  for (;;) {
    const record = await store.webhooks(key.teamId).delivery(key.id, delivery);
    if (!record) throw new MailvetError('input', `The webhook "${key.id}" was deleted`);
    if (record.status !== 'pending' || clock.monotonic() >= end) return deliveryInfo(record);
    await clock.sleep(LOOK_EVERY_MS);
  }
}

async function asInput<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PeopleError) throw new MailvetError('input', error.message);
    throw error;
  }
}

function webhookInfo(webhook: WebhookRecord): WebhookInfo {
  const { id, teamName, url, events, createdAt, failingSince, disabledAt } = webhook;
  return {
    id,
    team: teamName,
    url,
    events,
    createdAt: new Date(createdAt).toISOString(),
    failingSince: isoOrNull(failingSince),
    disabledAt: isoOrNull(disabledAt),
  };
}

function deliveryInfo({ id, type, status, createdAt, ...rest }: DeliveryRecord): DeliveryInfo {
  const { attempts, answer, error, took } = rest;
  return {
    id,
    type,
    status,
    attempts,
    answer,
    error,
    took,
    createdAt: new Date(createdAt).toISOString(),
  };
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
