import {
  WEBHOOK_EVENT_TEXTS,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '../../contract/webhook-events.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import {
  WEBHOOK_FORMATS,
  type WebhookFormat,
  type WebhookRecord,
} from '../../service/webhooks/webhook-ports.ts';
import type { PageContext } from '../environment.ts';
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
  readonly fault?: string | undefined;
  readonly done?: string | undefined;
}

export function webhooksPage(c: PageContext, view: WebhooksView): Html {
  const { webhooks, filled = EMPTY_FORM, fault, done } = view;
  return insidePage(c, {
    title: 'Webhooks',
    current: '/webhooks',
    body: html`${success(done)}
      <section class="card" aria-labelledby="create">
        <h2 id="create">Create a webhook</h2>
        <p>The service sends each event to this address as a signed message: JSON, without any
          e-mail address.</p>
        ${failure(fault)}${createForm(c, filled)}
      </section>
      <section aria-labelledby="webhooks">
        <h2 id="webhooks">The team's webhooks</h2>
        ${table({
          caption: "The team's webhooks",
          columns: ['URL', 'Events', 'Created', 'State'],
          rows: webhooks.map((webhook) => [
            html`<a href="/webhooks/${webhook.id}">${addressText(webhook.url)}</a>`,
            eventsText(webhook.events),
            moment(webhook.createdAt),
            webhookBadge(webhook),
          ]),
          empty: 'No webhook yet.',
        })}
      </section>`,
  });
}

const EMPTY_FORM: WebhookForm = { url: '', events: WEBHOOK_EVENTS, format: 'standard' };

export const FORMAT_NAMES: Readonly<Record<WebhookFormat, string>> = {
  standard: 'Signed JSON',
  slack: 'Slack',
  teams: 'Microsoft Teams',
};

function createForm(c: PageContext, { url, events, format }: WebhookForm): Html {
  return html`<form method="post" action="/webhooks">
    ${csrfField(c)}
    <div class="line">
      <div class="field grow">
        <label for="url">URL (https)</label>
        <input id="url" name="url" type="url" value="${url}" maxlength="2000" required
          autocomplete="off" placeholder="https://hooks.example.com/mailvet" />
      </div>
      <div class="field">
        <label for="format">Format</label>
        <select id="format" name="format">
          ${WEBHOOK_FORMATS.map((each) => html`<option value="${each}" ${each === format ? html`selected` : NOTHING}>${FORMAT_NAMES[each]}</option>`)}
        </select>
      </div>
    </div>
    <fieldset>
      <legend>Events</legend>
      ${WEBHOOK_EVENTS.map((event) => eventBox(event, events.includes(event)))}
    </fieldset>
    <button class="main">Create</button>
  </form>`;
}

function eventBox(event: WebhookEvent, isChecked: boolean): Html {
  return html`<label class="check">
    <input type="checkbox" name="event_${event}" value="yes" ${isChecked ? html`checked` : NOTHING} />
    <code>${event}</code>: ${WEBHOOK_EVENT_TEXTS[event]}
  </label>`;
}

export function eventsText(events: readonly WebhookEvent[]): string {
  return events.length === WEBHOOK_EVENTS.length ? 'all' : events.join(', ');
}

export function webhookBadge({ disabledAt, failingSince }: WebhookRecord): Html {
  if (disabledAt !== null) return html`<span class="badge failed">Disabled</span>`;
  if (failingSince !== null) return html`<span class="badge risky">Failing</span>`;
  return html`<span class="badge completed">Enabled</span>`;
}
