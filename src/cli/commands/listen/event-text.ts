import type { MessageFault, ReceivedMessage } from '../../../composition/listen.ts';
import { safeJson, safeLine } from '../../../lib/safe-text.ts';
import type { Forwarded } from './forward.ts';

interface ShownEvent {
  readonly message: ReceivedMessage;
  readonly forwarded: Forwarded | undefined;
}

/** An event as one line of JSON. */
export function eventJson({ message, forwarded = undefined }: ShownEvent): string {
  const { id, type, timestamp = null, data = null, isRepeat } = message;
  return safeJson({ id, type, timestamp, data, repeated: isRepeat, forwarded: forwarded ?? null });
}

/** An event as one line for people. */
export function eventText({ message, forwarded }: ShownEvent): string {
  const { id, type, timestamp, data, isRepeat } = message;
  const parts = [
    ...(timestamp === undefined ? [] : [timestamp]),
    type,
    isRepeat ? `${id} (again)` : id,
    ...(forwarded ? [`forwarded: ${statusText(forwarded)}`] : []),
    safeJson(data ?? null),
  ];
  return safeLine(parts.join('  '));
}

function statusText({ status, error, took }: Forwarded): string {
  return `${status ?? error}, ${took} ms`;
}

/** Why a message was refused. */
export const FAULT_TEXTS: Readonly<Record<MessageFault, string>> = {
  unsigned: 'the signature headers of Standard Webhooks are missing',
  expired: 'its time is more than five minutes away from the clock of this machine',
  wrong: 'its signature is wrong: another secret, or a changed body',
  too_large: 'it is larger than 1 MB',
  no_message: 'it is not a JSON object with a type',
};
