import { type Html, html, NOTHING } from '../../lib/html.ts';
import type {
  DeliveryRecord,
  DeliveryStatus,
  DisabledReason,
  WebhookRecord,
} from '../../service/webhooks/webhook-ports.ts';
import type { PageContext } from '../environment.ts';
import { csrfField, insidePage } from './layout.ts';
import { failure, moment, secretOnce, success, table } from './parts.ts';
import { eventsText, FORMAT_NAMES, webhookBadge } from './webhooks-page.ts';

export interface WebhookView {
  readonly webhook: WebhookRecord;
  readonly deliveries: readonly DeliveryRecord[];
  /** The page of the newest messages. */
  readonly isNewest: boolean;
  readonly hasMore: boolean;
  readonly now: number;
  /** The secret just made. */
  readonly secret?: string | undefined;
  readonly fault?: string | undefined;
  readonly done?: string | undefined;
}

/** One webhook with its delivery log. */
export function webhookPage(c: PageContext, view: WebhookView): Html {
  const { webhook, deliveries, secret, fault, done } = view;
  const path = `/webhooks/${webhook.id}`;
  return insidePage(c, {
    title: 'Webhook',
    current: '/webhooks',
    goesOn: deliveries.some(({ status }) => status === 'pending'),
    body: html`${success(done)}${failure(fault)}${secret ? newSecret(secret) : NOTHING}
      <section class="card" aria-labelledby="address">
        <h2 id="address" class="address">${webhook.url}</h2>
        <p>${webhookBadge(webhook)} ${stateText(webhook)}</p>
        <p>Format: ${FORMAT_NAMES[webhook.format]}. Events: ${eventsText(webhook.events)}. Created ${moment(webhook.createdAt)}.
          ${overlapText(view)}</p>
        ${actions(c, webhook)}
      </section>
      <section aria-labelledby="log" ${hasOpen(view) ? html`data-reload` : NOTHING}>
        <h2 id="log">Delivery log</h2>
        ${table({
          caption: 'Messages to this webhook, newest first',
          columns: ['Event', 'Created', 'Status', 'Attempts', 'Last attempt', 'Change'],
          rows: deliveries.map((delivery) => deliveryRow(c, webhook, delivery)),
          empty: view.isNewest
            ? 'No message yet. Send a test to try it.'
            : 'There are no older messages.',
        })}
        ${pages(path, view)}
      </section>`,
  });
}

/** By the last message shown: what arrives meanwhile moves no message to another page. */
function pages(path: string, { deliveries, isNewest, hasMore }: WebhookView): Html {
  if (isNewest && !hasMore) return NOTHING;
  const last = deliveries.at(-1)?.id ?? '';
  const older = `${path}?${new URLSearchParams({ before: last })}`;
  return html`<nav class="paging" aria-label="Pages of the list">
    ${isNewest ? NOTHING : html`<a href="${path}">Newest</a>`}
    ${hasMore ? html`<a rel="next" href="${older}">Older</a>` : NOTHING}
  </nav>`;
}

/** A message that is being sent right now; one that waits for its next try is not. */
function hasOpen({ deliveries, webhook, now }: WebhookView): boolean {
  const isDue = ({ status, nextAt }: DeliveryRecord) => status === 'pending' && nextAt <= now;
  return webhook.disabledAt === null && deliveries.some(isDue);
}

function newSecret(secret: string): Html {
  return html`<section class="card highlight" aria-labelledby="secret-title">
    <h2 id="secret-title">The secret that signs the messages</h2>
    <p>Copy the secret now. You will not see it again.</p>
    ${secretOnce('Secret', secret)}
  </section>`;
}

const DISABLED: Readonly<Record<DisabledReason, string>> = {
  gone: 'its receiver answered 410 Gone',
  failing: 'no message had arrived for five days',
};

function stateText({ disabledAt, disabledReason, failingSince }: WebhookRecord): Html {
  if (disabledAt !== null && disabledReason !== null) {
    return html`since ${moment(disabledAt)}: ${DISABLED[disabledReason]}. Nothing is sent;
      messages that were never tried wait for 30 days.`;
  }
  if (failingSince === null) return NOTHING;
  return html`No attempt has succeeded since ${moment(failingSince)}. Messages are tried again for a
    day.`;
}

function overlapText({ webhook: { overlapUntil }, now }: WebhookView): Html {
  if (overlapUntil === null || overlapUntil <= now) return NOTHING;
  return html`Until ${moment(overlapUntil)} messages are signed with the secret before, too.`;
}

function actions(c: PageContext, { id, url, disabledAt }: WebhookRecord): Html {
  const first =
    disabledAt === null
      ? html`<form method="post" action="/webhooks/${id}/test">
          ${csrfField(c)}<button class="main">Send a test</button>
        </form>`
      : html`<form method="post" action="/webhooks/${id}/enable">
          ${csrfField(c)}<button class="main">Enable</button>
        </form>`;
  return html`<div class="actions">
    ${first}
    <form method="post" action="/webhooks/${id}/rotate"
      data-confirm="Create a new secret? The present one signs for 24 hours more.">
      ${csrfField(c)}<button>Replace the secret</button>
    </form>
    <form method="post" action="/webhooks/${id}/delete"
      data-confirm="Delete the webhook ${url} and its delivery log?">
      ${csrfField(c)}<button class="danger">Delete</button>
    </form>
  </div>`;
}

const STATUS: Readonly<Record<DeliveryStatus, Html>> = {
  pending: html`<span class="badge processing">Waiting</span>`,
  delivered: html`<span class="badge completed">Delivered</span>`,
  failed: html`<span class="badge failed">Failed</span>`,
};

function deliveryRow(
  c: PageContext,
  webhook: WebhookRecord,
  delivery: DeliveryRecord,
): (Html | string)[] {
  return [
    html`<code>${delivery.type}</code>`,
    moment(delivery.createdAt),
    STATUS[delivery.status],
    String(delivery.attempts),
    lastAttempt(delivery),
    delivery.status === 'pending' ? nextTry(delivery) : replayForm(c, webhook, delivery),
  ];
}

function lastAttempt({ attemptedAt, answer, error, took }: DeliveryRecord): Html {
  if (attemptedAt === null) return html`<span class="faint">none</span>`;
  return html`${moment(attemptedAt)}: ${error ?? `answered ${answer}`}
    <span class="faint">${took} ms</span>`;
}

function nextTry({ attempts, nextAt }: DeliveryRecord): Html {
  return attempts === 0 ? NOTHING : html`<span class="faint">next ${moment(nextAt)}</span>`;
}

/** Nothing is sent to a disabled webhook. */
function replayForm(c: PageContext, webhook: WebhookRecord, { id, type }: DeliveryRecord): Html {
  if (webhook.disabledAt !== null) return NOTHING;
  return html`<form method="post" action="/webhooks/${webhook.id}/deliveries/${id}/replay">
    ${csrfField(c)}<button aria-label="Send again: ${type} ${id}">Send again</button>
  </form>`;
}
