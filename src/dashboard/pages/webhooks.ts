import { WEBHOOK_EVENTS, type WebhookEvent } from '../../contract/webhook-events.ts';
import type { MessageId, PlainMessageId } from '../../i18n/catalogue.ts';
import { message, sayMessage } from '../../i18n/message.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { changeBy } from '../../service/people/people.ts';
import {
  type DisabledReason,
  type MessageRecord,
  type MessageStatus,
  WEBHOOK_FORMATS,
  type WebhookFormat,
  type WebhookRecord,
} from '../../service/webhooks/records.ts';
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  getWebhook,
  listWebhooks,
  replayMessage,
  rotateSecret,
  testWebhook,
  webhookKey,
} from '../../service/webhooks/webhooks.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { attempt, type PageError } from '../page-error.ts';
import { takeNewSecret, writeNewSecret } from '../session-cookie.ts';
import { doneOf, pathId, ROWS_A_PAGE, type SignedInPages } from '../signed-in.ts';
import { csrfField, insidePage } from './layout.ts';
import { addressText, breakable, failure, moment, secretOnce, success, table } from './parts.ts';

const DONE: Readonly<Record<string, PlainMessageId>> = {
  deleted: 'webhooks.done_deleted',
  enabled: 'webhooks.done_enabled',
  sent: 'webhooks.done_sent',
};
/** A webhook carries what happens in the team to elsewhere: owners decide about it. */
export function webhooksRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { service, clock } = deps;
  const shown = async (c: PageContext, more: Partial<WebhooksView>) => {
    const webhooks = await listWebhooks(service, c.get('identity'));
    return webhooksPage(c, { webhooks, ...more });
  };
  pages.get('/webhooks', async (c) => {
    return c.html(await shown(c, { done: doneOf(c, DONE) }));
  });
  pages.post('/webhooks', async (c, form) => {
    const { person, team } = c.get('identity');
    const events = WEBHOOK_EVENTS.filter((event) => form.text(`event_${event}`) !== '');
    const format = WEBHOOK_FORMATS.find((each) => each === form.text('format')) ?? 'standard';
    const filled = { url: form.text('url'), events, format };
    const tried = await attempt(() =>
      createWebhook(service, team, { ...filled, actor: person.email }),
    );
    if (tried.ok) {
      writeNewSecret(c, deps, tried.value.secret);
      return c.redirect(`/webhooks/${tried.value.id}`, 303);
    }
    const { fault } = tried;
    return c.html(await shown(c, { filled, fault }), fault.status);
  });
  pages.get('/webhooks/:id', async (c) => {
    const before = c.req.query('before');
    const page = { limit: ROWS_A_PAGE + 1, before };
    const found = await getWebhook(service, c.get('identity').team, { id: pathId(c), page });
    const deliveries = found.deliveries.slice(0, ROWS_A_PAGE);
    const hasMore = found.deliveries.length > ROWS_A_PAGE;
    const secret = takeNewSecret(c, deps);
    const isNewest = before === undefined;
    const view = { ...found, deliveries, isNewest, hasMore, now: clock.now(), secret };
    return c.html(webhookPage(c, { ...view, done: doneOf(c, DONE) }));
  });
  pages.post('/webhooks/:id/test', async (c) => {
    await testWebhook(service, keyOf(c));
    return c.redirect(`/webhooks/${pathId(c)}?done=sent`, 303);
  });
  pages.post('/webhooks/:id/deliveries/:delivery/replay', async (c) => {
    await replayMessage(service, keyOf(c), c.req.param('delivery') ?? '');
    return c.redirect(`/webhooks/${pathId(c)}?done=sent`, 303);
  });
  pages.post('/webhooks/:id/rotate', async (c) => {
    writeNewSecret(c, deps, await rotateSecret(service, keyOf(c), changeOf(c)));
    return c.redirect(`/webhooks/${pathId(c)}`, 303);
  });
  pages.post('/webhooks/:id/enable', async (c) => {
    await enableWebhook(service, keyOf(c), changeOf(c));
    return c.redirect(`/webhooks/${pathId(c)}?done=enabled`, 303);
  });
  pages.post('/webhooks/:id/delete', async (c) => {
    await deleteWebhook(service, keyOf(c), changeOf(c));
    return c.redirect('/webhooks?done=deleted', 303);
  });

  function changeOf(c: PageContext) {
    return changeBy(service, c.get('identity'));
  }
}

function keyOf(c: PageContext) {
  return webhookKey(c.get('identity'), pathId(c));
}

/** The form of a new webhook as it was filled in. */
interface WebhookForm {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly format: WebhookFormat;
}

interface WebhooksView {
  readonly webhooks: readonly WebhookRecord[];
  /** Absent: nobody has filled in anything. */
  readonly filled?: WebhookForm;
  readonly fault?: PageError | undefined;
  readonly done?: string | undefined;
}

const EVENT_TEXTS = {
  'batch.completed': 'webhooks.batch_completed',
  'batch.failed': 'webhooks.batch_failed',
  'batch.cancelled': 'webhooks.batch_cancelled',
  'list.completed': 'webhooks.list_completed',
  'list.changed': 'webhooks.list_changed',
  'quota.nearly_reached': 'webhooks.quota_nearly_reached',
  'quota.reached': 'webhooks.quota_reached',
} as const satisfies Readonly<Record<WebhookEvent, PlainMessageId>>;

function webhooksPage(c: PageContext, view: WebhooksView): Html {
  const text = c.get('text');
  const { webhooks, filled = EMPTY_FORM, fault, done } = view;
  return insidePage(c, {
    title: text('webhooks.title'),
    current: '/webhooks',
    body: html`${success(done)}
      <section class="card" aria-labelledby="create">
        <h2 id="create">${text('webhooks.create_title')}</h2>
        <p>${text('webhooks.intro')}</p>
        ${failure(text, fault)}${createForm(c, filled)}
      </section>
      <section aria-labelledby="webhooks">
        <h2 id="webhooks">${text('webhooks.team_webhooks')}</h2>
        ${table({
          caption: text('webhooks.team_webhooks'),
          columns: [
            text('webhooks.url'),
            text('webhooks.events'),
            text('common.created'),
            text('common.state'),
          ],
          rows: webhooks.map((webhook) => [
            html`<a href="/webhooks/${webhook.id}">${addressText(webhook.url)}</a>`,
            eventsText(text, webhook.events),
            moment(webhook.createdAt, text),
            webhookBadge(text, webhook),
          ]),
          empty: text('webhooks.none'),
        })}
      </section>`,
  });
}

/** The ends of what somebody waits for. */
const EMPTY_FORM: WebhookForm = {
  url: '',
  events: ['batch.completed', 'batch.failed', 'list.completed'],
  format: 'standard',
};

function createForm(c: PageContext, { url, events, format }: WebhookForm): Html {
  const text = c.get('text');
  return html`<form method="post" action="/webhooks">
    ${csrfField(c)}
    <div class="line">
      <div class="field grow">
        <label for="url">${text('webhooks.url')}</label>
        <input id="url" name="url" type="url" value="${url}" maxlength="2000" required
          autocomplete="off" placeholder="https://hooks.example.com/mailvet" />
      </div>
      <div class="field">
        <label for="format">${text('webhooks.format')}</label>
        <select id="format" name="format">
          ${WEBHOOK_FORMATS.map((each) => html`<option value="${each}" ${each === format ? html`selected` : NOTHING}>${text(`webhooks.format_${each}`)}</option>`)}
        </select>
      </div>
    </div>
    <fieldset>
      <legend>${text('webhooks.events')}</legend>
      ${WEBHOOK_EVENTS.map((event) => eventBox(text, event, events.includes(event)))}
    </fieldset>
    <button class="main">${text('common.create')}</button>
  </form>`;
}

function eventBox(text: Texts, event: WebhookEvent, isChecked: boolean): Html {
  return html`<label class="check">
    <input type="checkbox" name="event_${event}" value="yes" ${isChecked ? html`checked` : NOTHING} />
    ${text(EVENT_TEXTS[event])} <code class="faint">${event}</code>
  </label>`;
}

function eventsText(text: Texts, events: readonly WebhookEvent[]): string {
  return events.length === WEBHOOK_EVENTS.length ? text('common.all') : events.join(', ');
}

function webhookBadge(text: Texts, { disabledAt, failingSince }: WebhookRecord): Html {
  if (disabledAt !== null)
    return html`<span class="badge failed">${text('webhooks.disabled')}</span>`;
  if (failingSince !== null)
    return html`<span class="badge risky">${text('webhooks.failing')}</span>`;
  return html`<span class="badge completed">${text('webhooks.enabled')}</span>`;
}

interface WebhookView {
  readonly webhook: WebhookRecord;
  readonly deliveries: readonly MessageRecord[];
  /** The page of the newest messages. */
  readonly isNewest: boolean;
  readonly hasMore: boolean;
  readonly now: number;
  /** The secret just made. */
  readonly secret?: string | undefined;
  readonly fault?: PageError | undefined;
  readonly done?: string | undefined;
}

/** One webhook with its delivery log. */
function webhookPage(c: PageContext, view: WebhookView): Html {
  const text = c.get('text');
  const { webhook, deliveries, secret, fault, done } = view;
  const path = `/webhooks/${webhook.id}`;
  return insidePage(c, {
    title: text('webhooks.webhook'),
    current: '/webhooks',
    goesOn: deliveries.some(({ status }) => status === 'pending') && 'now',
    body: html`${success(done)}${failure(text, fault)}${secret ? newSecret(text, secret) : NOTHING}
      <section class="card" aria-labelledby="address">
        <h2 id="address" class="address">${breakable(webhook.url)}</h2>
        <p>${webhookBadge(text, webhook)} ${stateText(text, webhook)}</p>
        <p>${text.rich('webhooks.summary_line', {
          format: text(`webhooks.format_${webhook.format}`),
          events: eventsText(text, webhook.events),
          time: moment(webhook.createdAt, text),
        })} ${overlapText(text, view)}</p>
        ${actions(c, webhook)}
      </section>
      <section aria-labelledby="log" ${hasOpen(view) ? html`data-reload` : NOTHING}>
        <h2 id="log">${text('webhooks.delivery_log')}</h2>
        ${table({
          caption: text('webhooks.messages_caption'),
          columns: [
            text('webhooks.event'),
            text('common.created'),
            text('webhooks.status'),
            text('webhooks.attempts'),
            text('webhooks.last_attempt'),
            text('common.change'),
          ],
          rows: deliveries.map((delivery) => deliveryRow(c, webhook, delivery)),
          empty: view.isNewest ? text('webhooks.no_message') : text('webhooks.no_older'),
        })}
        ${pages(text, path, view)}
      </section>`,
  });
}

/** By the last message shown: what arrives meanwhile moves no message to another page. */
function pages(text: Texts, path: string, { deliveries, isNewest, hasMore }: WebhookView): Html {
  if (isNewest && !hasMore) return NOTHING;
  const last = deliveries.at(-1)?.id ?? '';
  const older = `${path}?${new URLSearchParams({ before: last })}`;
  return html`<nav class="paging" aria-label="${text('common.pages_of_list')}">
    ${isNewest ? NOTHING : html`<a href="${path}">${text('webhooks.newest')}</a>`}
    ${hasMore ? html`<a rel="next" href="${older}">${text('webhooks.older')}</a>` : NOTHING}
  </nav>`;
}

/** A message that is being sent right now; one that waits for its next try is not. */
function hasOpen({ deliveries, webhook, now }: WebhookView): boolean {
  const isDue = ({ status, nextAt }: MessageRecord) => status === 'pending' && nextAt <= now;
  return webhook.disabledAt === null && deliveries.some(isDue);
}

function newSecret(text: Texts, secret: string): Html {
  return html`<section class="card highlight" aria-labelledby="secret-title">
    <h2 id="secret-title">${text('webhooks.secret_title')}</h2>
    <p>${text('webhooks.copy_secret')}</p>
    ${secretOnce(text, text('webhooks.secret'), secret)}
  </section>`;
}

const DISABLED = {
  gone: 'webhooks.disabled_gone',
  failing: 'webhooks.disabled_failing',
} as const satisfies Readonly<Record<DisabledReason, MessageId>>;

function stateText(text: Texts, { disabledAt, disabledReason, failingSince }: WebhookRecord): Html {
  if (disabledAt !== null && disabledReason !== null) {
    const time = moment(disabledAt, text);
    return html`${text.rich(DISABLED[disabledReason], { time })}`;
  }
  if (failingSince === null) return NOTHING;
  return html`${text.rich('webhooks.failing_since', { time: moment(failingSince, text) })}`;
}

function overlapText(text: Texts, { webhook: { overlapUntil }, now }: WebhookView): Html {
  if (overlapUntil === null || overlapUntil <= now) return NOTHING;
  return html`${text.rich('webhooks.old_secret', { time: moment(overlapUntil, text) })}`;
}

function actions(c: PageContext, { id, url, disabledAt }: WebhookRecord): Html {
  const text = c.get('text');
  const first =
    disabledAt === null
      ? html`<form method="post" action="/webhooks/${id}/test">
          ${csrfField(c)}<button class="main">${text('webhooks.send_test')}</button>
        </form>`
      : html`<form method="post" action="/webhooks/${id}/enable">
          ${csrfField(c)}<button class="main">${text('webhooks.enable')}</button>
        </form>`;
  return html`<div class="actions">
    ${first}
    <form method="post" action="/webhooks/${id}/rotate"
      data-confirm="${text('webhooks.confirm_rotate')}">
      ${csrfField(c)}<button>${text('webhooks.rotate')}</button>
    </form>
    <form method="post" action="/webhooks/${id}/delete"
      data-confirm="${text('webhooks.confirm_delete', { url })}">
      ${csrfField(c)}<button class="danger">${text('common.delete')}</button>
    </form>
  </div>`;
}

function statusOf(text: Texts, status: MessageStatus): Html {
  if (status === 'pending') {
    return html`<span class="badge processing">${text('common.waiting')}</span>`;
  }
  if (status === 'failed') return html`<span class="badge failed">${text('common.failed')}</span>`;
  return html`<span class="badge completed">${text('webhooks.delivered')}</span>`;
}

function deliveryRow(
  c: PageContext,
  webhook: WebhookRecord,
  delivery: MessageRecord,
): (Html | string)[] {
  const text = c.get('text');
  return [
    html`<code>${delivery.type}</code>`,
    moment(delivery.createdAt, text),
    statusOf(text, delivery.status),
    String(delivery.attempts),
    lastAttempt(text, delivery),
    delivery.status === 'pending' ? nextTry(text, delivery) : replayForm(c, webhook, delivery),
  ];
}

function lastAttempt(text: Texts, { attemptedAt, answer, error, took }: MessageRecord): Html {
  if (attemptedAt === null) return html`<span class="faint">${text('webhooks.no_attempt')}</span>`;
  const time = moment(attemptedAt, text);
  const what = error ?? message('errorTexts.webhook_answered', { code: answer ?? 0 });
  return html`${text.rich('webhooks.attempt', { time, what: sayMessage(text, what) })}
    <span class="faint">${took} ms</span>`;
}

function nextTry(text: Texts, { attempts, nextAt }: MessageRecord): Html {
  return attempts === 0
    ? NOTHING
    : html`<span class="faint">${text.rich('webhooks.next_try', { time: moment(nextAt, text) })}</span>`;
}

/** Nothing is sent to a disabled webhook. */
function replayForm(c: PageContext, webhook: WebhookRecord, { id, type }: MessageRecord): Html {
  if (webhook.disabledAt !== null) return NOTHING;
  const text = c.get('text');
  return html`<form method="post" action="/webhooks/${webhook.id}/deliveries/${id}/replay">
    ${csrfField(c)}<button aria-label="${text('webhooks.send_again_label', { type, id })}">${text('webhooks.send_again')}</button>
  </form>`;
}
