import { plural } from '../lib/wording.ts';
import type { WebhookFormat } from '../service/webhooks/records.ts';

/** The body that is sent: the signed message itself, or what Slack or Microsoft Teams show of it. */
export function formatPayload(
  format: WebhookFormat,
  payload: string,
  publicUrl: string | undefined,
): string {
  if (format === 'standard') return payload;
  const text = chatText(JSON.parse(payload) as StoredMessage);
  const link = publicUrl === undefined ? undefined : publicUrl + text.path;
  return JSON.stringify(format === 'slack' ? slack(text, link) : teams(text, link));
}

/** A message as it was queued (service/webhooks/records.ts). */
interface StoredMessage {
  readonly type: string;
  readonly data: {
    readonly id?: string;
    readonly name?: string;
    readonly status?: string;
    readonly totalCount?: number;
    readonly processedCount?: number;
    readonly verdicts?: Readonly<Record<string, number>>;
    readonly checkedCount?: number;
    readonly changes?: Readonly<Record<string, number>>;
    readonly quota?: number;
    readonly used?: number;
    readonly resetsAt?: string;
  };
}

interface ChatText {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Of the page about it. */
  readonly path: string;
}

function chatText({ type, data }: StoredMessage): ChatText {
  const { id, name = 'A list', totalCount = 0, processedCount = 0, verdicts = {} } = data;
  if (type === 'list.completed') {
    const facts = Object.entries(verdicts).map(
      ([verdict, rows]) => [capitalised(verdict), plural(rows, 'row')] as const,
    );
    return { title: `${name} is verified`, facts, path: `/lists/${id}` };
  }
  if (type === 'list.changed') {
    const { worse = 0, better = 0, other = 0 } = data.changes ?? {};
    const facts = [
      ['Worse', plural(worse, 'address', 'addresses')],
      ['Better', plural(better, 'address', 'addresses')],
      ['Another reason', plural(other, 'address', 'addresses')],
      ['Checked again', plural(data.checkedCount ?? 0, 'address', 'addresses')],
    ] as const;
    return { title: `${name} has changed`, facts, path: `/lists/${id}` };
  }
  if (type.startsWith('batch.')) {
    const facts = [
      ['Addresses', String(totalCount)],
      ['Processed', String(processedCount)],
    ] as const;
    return { title: `An API batch is ${data.status}`, facts, path: `/batches/${id}` };
  }
  if (type === 'quota.nearly_reached' || type === 'quota.reached') {
    const facts = [
      ['Used', `${data.used} of ${data.quota} verifications`],
      [
        type === 'quota.reached' ? 'Continues' : 'Next month begins',
        `${data.resetsAt?.slice(0, 10)}, or when the quota is raised`,
      ],
    ] as const;
    const state = type === 'quota.reached' ? 'used up' : 'nearly used up';
    return { title: `This month's verifications are ${state}`, facts, path: '/' };
  }
  return { title: 'This is a test of your webhook', facts: [], path: '/webhooks' };
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** An incoming webhook of Slack: a text for notifications, and blocks. */
function slack({ title, facts }: ChatText, link: string | undefined): object {
  const lines = facts.map(([name, value]) => `*${slackText(name)}:* ${slackText(value)}`);
  const head = `*${slackText(title)}*`;
  const more = link === undefined ? [] : [`<${link}|Open in mailvet>`];
  const text = [head, ...lines, ...more].join('\n');
  return { text: slackText(title), blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }] };
}

/** The three characters that Slack has a meaning for; a name between asterisks loses its own. */
function slackText(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped.replaceAll('*', '∗');
}

/** What a workflow of Microsoft Teams takes ("When a Teams webhook request is received"): an adaptive card. */
function teams({ title, facts }: ChatText, link: string | undefined): object {
  const head = { type: 'TextBlock', size: 'Medium', weight: 'Bolder', wrap: true };
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { ...head, text: cardText(title) },
      {
        type: 'FactSet',
        facts: facts.map(([name, value]) => ({ title: name, value: cardText(value) })),
      },
    ],
    ...(link && { actions: [{ type: 'Action.OpenUrl', title: 'Open in mailvet', url: link }] }),
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
}

/** Cards read a part of Markdown: no name becomes a link. */
function cardText(text: string): string {
  return text.replace(/[\\`*_[\]()#]/g, '\\$&');
}
