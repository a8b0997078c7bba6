import { isObject } from '../../lib/json.ts';
import { findTooDeep } from '../../lib/json-depth.ts';
import { readReported } from '../events/read-value.ts';
import type { Read } from '../observed.ts';
import type { MailMessage } from './mail-message.ts';
import { withHints } from './returned-to-us.ts';

/** Amazon SNS sends events of SES by mail, too: the text begins with the event, and a signature follows. */
export function readNotification(message: MailMessage): Read | undefined {
  if (message.from?.toLowerCase() !== 'no-reply@sns.amazonaws.com') return undefined;
  const event = parseEvent(message.text);
  if (event === undefined) return undefined;
  const read = readReported(event);
  if (!('outcomes' in read)) return read;
  return { outcomes: withHints({ ...message, text: sourceOf(event) }, read.outcomes) };
}

/** Lines are broken anywhere, within words too. */
function parseEvent(text: string): unknown {
  const end = text.search(/\n--[ \t]*\n/);
  const json = (end === -1 ? text : text.slice(0, end)).replace(/\n ?/g, '').trim();
  if (!json.startsWith('{') || findTooDeep(json) !== -1) return undefined;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** Whom the message came from, as a report returns it. */
function sourceOf(event: unknown): string {
  const mail = isObject(event) && isObject(event.mail) ? event.mail : {};
  return typeof mail.source === 'string' ? `From: ${mail.source}` : '';
}
