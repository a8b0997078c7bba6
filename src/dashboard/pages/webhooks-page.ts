import { WEBHOOK_EVENTS, type WebhookEvent } from '../../contract/webhook-events.ts';
import type { PlainMessageId } from '../../i18n/catalogue.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import {
  WEBHOOK_FORMATS,
  type WebhookFormat,
  type WebhookRecord,
} from '../../service/webhooks/webhook-ports.ts';
import type { PageContext } from '../environment.ts';
import type { PageError } from '../page-error.ts';
import { csrfField, insidePage } from './layout.ts';
import { addressText, failure, moment, success, table } from './parts.ts';

/** The form of a new webhook as it was filled in. */
interface WebhookForm {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly format: WebhookFormat;
}

export interface WebhooksView {
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

export function webhooksPage(c: PageContext, view: WebhooksView): Html {
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

export function eventsText(text: Texts, events: readonly WebhookEvent[]): string {
  return events.length === WEBHOOK_EVENTS.length ? text('common.all') : events.join(', ');
}

export function webhookBadge(text: Texts, { disabledAt, failingSince }: WebhookRecord): Html {
  if (disabledAt !== null)
    return html`<span class="badge failed">${text('webhooks.disabled')}</span>`;
  if (failingSince !== null)
    return html`<span class="badge risky">${text('webhooks.failing')}</span>`;
  return html`<span class="badge completed">${text('webhooks.enabled')}</span>`;
}
