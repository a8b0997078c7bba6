import { WEBHOOK_EVENTS, type WebhookEvent } from '../../contract/webhook-events.ts';
import { message } from '../../i18n/message.ts';
import { MailvetError } from '../../lib/errors.ts';
import type { AuditedChange, TeamMember } from '../people/records.ts';
import type {
  EventContext,
  ServiceContext,
  StoreContext,
  TimedContext,
  TokenContext,
} from '../ports.ts';
import type { Team } from '../records.ts';
import { notFound, PeopleError } from '../service-error.ts';
import { findTeam, monthOf, nextMonth } from '../teams/teams.ts';
import type {
  JudgeTarget,
  LogPage,
  MessageRecord,
  WebhookFormat,
  WebhookRecord,
  WebhookStore,
} from './records.ts';

interface WebhookContext extends TokenContext {
  readonly judgeTarget: JudgeTarget;
}

/** Of one team, at most. */
const MAX_WEBHOOKS = 10;
const MAX_URL_LENGTH = 2000;
/** How long the secret before signs as well, so that a receiver can change to the new one. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

export interface WebhookRequest {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** Absent: `standard`. */
  readonly format?: WebhookFormat | undefined;
  /** A person's address, or `COMMAND_LINE`. */
  readonly actor: string;
}

export interface CreatedWebhook {
  readonly id: string;
  /** Shown once. */
  readonly secret: string;
}

/**
 * Creates a webhook, for dashboard and command line alike. Rejects with `refused` for a URL that can't
 * be one or leads to no public address, a webhook without events, and one more than a team may have.
 */
export async function createWebhook(
  { store, clock, token, judgeTarget }: WebhookContext,
  { id: teamId }: Team,
  { url, events, format, actor }: WebhookRequest,
): Promise<CreatedWebhook> {
  const webhook = {
    id: `hook_${token(12)}`,
    url: parseWebhookUrl(url, judgeTarget),
    events: parseEvents(events),
    secret: newSecret(token),
    format,
  };
  const change = { actor, at: clock.now() };
  if (await store.webhooks(teamId).create(webhook, MAX_WEBHOOKS, change)) return webhook;
  throw new PeopleError('refused', message('errorTexts.too_many_webhooks', { most: MAX_WEBHOOKS }));
}

/** In the form that Standard Webhooks names: 256 bits in base64 behind a prefix. */
function newSecret(token: ServiceContext['token']): string {
  return `whsec_${Buffer.from(token(43), 'base64url').toString('base64')}`;
}

function parseEvents(events: readonly WebhookEvent[]): readonly WebhookEvent[] {
  const chosen = WEBHOOK_EVENTS.filter((event) => events.includes(event));
  if (chosen.length > 0) return chosen;
  throw new PeopleError('refused', message('errorTexts.webhook_event_missing'));
}

/** The URL in its normal form. Throws `refused`. */
function parseWebhookUrl(text: string, judge: JudgeTarget): string {
  const url = URL.parse(text.trim());
  if (!url || !['https:', 'http:'].includes(url.protocol)) {
    throw new PeopleError('refused', message('errorTexts.webhook_url_form'));
  }
  if (url.username || url.password) {
    throw new PeopleError('refused', message('errorTexts.webhook_url_user'));
  }
  const problem = judge(url);
  if (problem) throw new PeopleError('refused', problem.said, { text: problem.text });
  url.hash = '';
  if (url.href.length <= MAX_URL_LENGTH) return url.href;
  throw new PeopleError(
    'refused',
    message('errorTexts.webhook_url_long', { most: MAX_URL_LENGTH }),
  );
}

export function listWebhooks(
  { store }: StoreContext,
  { team }: TeamMember,
): Promise<WebhookRecord[]> {
  return store.webhooks(team.id).list();
}

export interface WebhookWithLog {
  readonly webhook: WebhookRecord;
  /** Newest first. */
  readonly deliveries: readonly MessageRecord[];
}

/** A webhook with a page of its delivery log. Rejects with `not_found`. */
export async function getWebhook(
  { store }: StoreContext,
  { id: teamId }: Pick<Team, 'id'>,
  { id, page }: { readonly id: string; readonly page: LogPage },
): Promise<WebhookWithLog> {
  const webhooks = store.webhooks(teamId);
  const webhook = await webhooks.find(id);
  if (!webhook) throw notFound();
  return { webhook, deliveries: await webhooks.deliveries(id, page) };
}

/** One webhook of a team. */
export interface WebhookKey {
  readonly teamId: string;
  readonly id: string;
}

/** A webhook of the team that the person is in. */
export function webhookKey({ team }: TeamMember, id: string): WebhookKey {
  return { teamId: team.id, id };
}

/** Of any team, for the command line. Rejects with `input` for an unknown id. */
export async function findWebhook({ store }: StoreContext, id: string): Promise<WebhookKey> {
  const teamId = await store.webhookQueue.teamOf(id);
  if (teamId !== undefined) return { teamId, id };
  throw new MailvetError('input', `There is no webhook "${id}"`, {
    hint: [{ code: 'admin_list', of: 'webhook' }],
  });
}

/** Of one team, or of all; oldest first. Rejects with `input` for an unknown team. */
export async function webhooksOf(
  context: StoreContext,
  teamName: string | undefined,
): Promise<readonly WebhookRecord[]> {
  const team = teamName === undefined ? undefined : await findTeam(context, teamName);
  return context.store.webhookQueue.webhooks(team?.id);
}

/** A new secret; the one before signs as well for a day. Rejects with `not_found`. */
export async function rotateSecret(
  { store, token }: TokenContext,
  { teamId, id }: WebhookKey,
  change: AuditedChange,
): Promise<string> {
  const secret = newSecret(token);
  const rotation = { secret, overlapUntil: change.at + OVERLAP_MS };
  if (!(await store.webhooks(teamId).rotate(id, rotation, change))) throw notFound();
  return secret;
}

/** Rejects with `not_found`. */
export async function deleteWebhook(
  { store }: StoreContext,
  { teamId, id }: WebhookKey,
  change: AuditedChange,
): Promise<void> {
  if (!(await store.webhooks(teamId).remove(id, change))) throw notFound();
}

/** Rejects with `not_found`. */
export async function enableWebhook(
  { store }: StoreContext,
  { teamId, id }: WebhookKey,
  change: AuditedChange,
): Promise<void> {
  if (!(await store.webhooks(teamId).enable(id, change))) throw notFound();
}

/** Queues a test message and returns its id. Rejects with `not_found`, or `conflict` while it is disabled. */
export async function testWebhook(
  { store, clock }: TimedContext,
  { teamId, id }: WebhookKey,
): Promise<string> {
  const webhooks = store.webhooks(teamId);
  await requireEnabled(webhooks, id);
  const delivery = await webhooks.sendTest(id, clock.now());
  if (delivery === undefined) throw notFound();
  return delivery;
}

/** Sends an ended message again. Rejects with `not_found`, or `conflict` while the webhook is disabled. */
export async function replayMessage(
  { store, clock }: TimedContext,
  { teamId, id }: WebhookKey,
  delivery: string,
): Promise<void> {
  const webhooks = store.webhooks(teamId);
  await requireEnabled(webhooks, id);
  if (!(await webhooks.replay(id, delivery, clock.now()))) throw notFound();
}

/** Nothing is sent to a disabled webhook. */
async function requireEnabled(webhooks: WebhookStore, id: string): Promise<void> {
  const webhook = await webhooks.find(id);
  if (!webhook) throw notFound();
  if (webhook.disabledAt === null) return;
  throw new PeopleError('conflict', message('errorTexts.webhook_disabled'));
}

/**
 * Notes that a team's quota did not suffice. What was refused is refused all the same when that can't
 * be written: the next refusal notes it.
 */
export async function noteQuotaReached(
  { store, clock, observe }: EventContext,
  teamId: string,
): Promise<void> {
  const now = clock.now();
  const notice = { teamId, month: monthOf(now), resetsAt: nextMonth(now) };
  try {
    await store.webhookQueue.noteQuotaReached(notice);
  } catch (error) {
    observe?.({ event: 'worker_error', error });
  }
}
