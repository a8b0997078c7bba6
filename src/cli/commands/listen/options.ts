import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../contract/webhook-events.ts';
import { MailvetError } from '../../../errors.ts';
import type { CommandLine } from '../../invocation.ts';
import { listFlag, textFlag, wholeFlag } from '../../options/values.ts';

export interface ListenOptions {
  /** 0: a free one. */
  readonly port: number;
  readonly forwardTo: URL | undefined;
  /** `-`: it is read from stdin. Absent: a webhook is created. */
  readonly secret: string | undefined;
  readonly team: string | undefined;
  readonly events: readonly WebhookEvent[];
}

export function parseListenOptions({ flags }: CommandLine): ListenOptions {
  const secret = textFlag(flags, 'secret');
  const [other] = ['team', 'events', 'database'].filter((name) => flags[name] !== undefined);
  if (secret !== undefined && other !== undefined) {
    throw new MailvetError('usage', `--secret and --${other} exclude each other`, {
      hint: 'With --secret the webhook is there already: it says whose events come, and which',
    });
  }
  return {
    secret,
    port: wholeFlag(flags, 'port', { least: 0, most: 65_535 }) ?? 0,
    forwardTo: parseTarget(textFlag(flags, 'forwardTo')),
    team: textFlag(flags, 'team'),
    events: listFlag(flags, 'events', { noun: 'event', words: WEBHOOK_EVENTS }) ?? WEBHOOK_EVENTS,
  };
}

/** Also `3000/hooks` and `localhost:3000/hooks`. */
function parseTarget(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const local = /^:?\d{1,5}(?:\/|$)/.test(text) ? `localhost:${text.replace(/^:/, '')}` : text;
  const url = URL.parse(local.includes('://') ? local : `http://${local}`);
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url;
  throw new MailvetError('usage', `--forward-to needs a URL, not '${text}'`, {
    hint: 'Write it as http://localhost:3000/hooks',
  });
}
