import type { MessageId } from '../../i18n/catalogue.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type {
  DeliveryRecord,
  DeliveryStatus,
  DisabledReason,
  WebhookRecord,
} from '../../service/webhooks/webhook-ports.ts';
import type { PageContext } from '../environment.ts';
import type { PageError } from '../page-error.ts';
import { csrfField, insidePage } from './layout.ts';
import { breakable, failure, moment, secretOnce, success, table } from './parts.ts';
import { eventsText, webhookBadge } from './webhooks-page.ts';

interface WebhookView {
  readonly webhook: WebhookRecord;
  readonly deliveries: readonly DeliveryRecord[];
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
export function webhookPage(c: PageContext, view: WebhookView): Html {
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
  const isDue = ({ status, nextAt }: DeliveryRecord) => status === 'pending' && nextAt <= now;
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

function statusOf(text: Texts, status: DeliveryStatus): Html {
  if (status === 'pending') {
    return html`<span class="badge processing">${text('common.waiting')}</span>`;
  }
  if (status === 'failed') return html`<span class="badge failed">${text('common.failed')}</span>`;
  return html`<span class="badge completed">${text('webhooks.delivered')}</span>`;
}

function deliveryRow(
  c: PageContext,
  webhook: WebhookRecord,
  delivery: DeliveryRecord,
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

function lastAttempt(text: Texts, { attemptedAt, answer, error, took }: DeliveryRecord): Html {
  if (attemptedAt === null) return html`<span class="faint">${text('webhooks.no_attempt')}</span>`;
  const time = moment(attemptedAt, text);
  const outcome =
    error === null
      ? text.rich('webhooks.answered', { time, code: answer ?? 0 })
      : text.rich('webhooks.attempt_failed', { time, error });
  return html`${outcome}
    <span class="faint">${took} ms</span>`;
}

function nextTry(text: Texts, { attempts, nextAt }: DeliveryRecord): Html {
  return attempts === 0
    ? NOTHING
    : html`<span class="faint">${text.rich('webhooks.next_try', { time: moment(nextAt, text) })}</span>`;
}

/** Nothing is sent to a disabled webhook. */
function replayForm(c: PageContext, webhook: WebhookRecord, { id, type }: DeliveryRecord): Html {
  if (webhook.disabledAt !== null) return NOTHING;
  const text = c.get('text');
  return html`<form method="post" action="/webhooks/${webhook.id}/deliveries/${id}/replay">
    ${csrfField(c)}<button aria-label="${text('webhooks.send_again_label', { type, id })}">${text('webhooks.send_again')}</button>
  </form>`;
}
