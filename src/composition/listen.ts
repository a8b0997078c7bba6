/** What `mailvet listen` needs: a receiver of webhooks, and a webhook of a team for as long as it runs. */
import { hostname } from 'node:os';
import { bind } from '../http/bind.ts';
import { MailvetError, type Message } from '../lib/errors.ts';
import { secureToken } from '../lib/secure-token.ts';
import { sha256 } from '../lib/sha256.ts';
import { PLAIN_REFUSED } from '../notify/connections.ts';
import { createReceiver, RECEIVER_GREETING, type ReceiverDeps } from '../notify/receiver.ts';
import { isWebhookSecret } from '../notify/sign.ts';
import { COMMAND_LINE } from '../service/people/records.ts';
import type { Team } from '../service/records.ts';
import {
  type CreatedWebhook,
  createWebhook,
  deleteWebhook,
  testWebhook,
  type WebhookKey,
  type WebhookRequest,
  webhooksOf,
} from '../service/webhooks/webhooks.ts';
import { type Admin, withTargetJudge } from './admin.ts';

export type { MessageFault, ReceivedMessage } from '../notify/receiver.ts';

const HOST = '127.0.0.1';
/** What the service has to open, so that it sends to a receiver on its machine. */
export const LISTEN_NETWORK = `${HOST}/32`;

interface ListenPort extends Disposable {
  readonly url: string;
}

/** Receives messages at a port of this machine; 0 picks a free one. Rejects with `config`. */
export async function startReceiver(deps: ReceiverDeps, port: number): Promise<ListenPort> {
  const server = createReceiver(deps);
  const bound = await bind(server, { host: HOST, port }).catch(namingPort);
  return {
    url: `http://${HOST}:${bound.port}${deps.path ?? '/'}`,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The host is not for the user to choose. */
function namingPort({ message, cause }: Error): never {
  throw new MailvetError('config', message, {
    hint: ['Give another ', { code: 'setting', name: 'port' }, ', or none: a free one is picked'],
    cause,
  });
}

/** The secret as it is. Throws `usage` for what no webhook has; the error does not show it. */
export function parseSecret(text: string): string {
  if (isWebhookSecret(text)) return text;
  throw new MailvetError('usage', '--secret is not the secret of a webhook', {
    hint: 'It begins with whsec_, and is shown once when the webhook is created',
    option: 'secret',
  });
}

/** Begins the path of a temporary webhook: which machine's receiver it leads to. */
function pathOfMachine(): string {
  return `/mailvet-listen/${sha256(hostname()).slice(0, 12)}/`;
}

export function temporaryPath(): string {
  return pathOfMachine() + secureToken(12);
}

/** A webhook that leads to this machine, though the service may not open it. Rejects as `createWebhook`. */
export function createTemporaryWebhook(
  admin: Admin,
  team: Team,
  webhook: Pick<WebhookRequest, 'url' | 'events'>,
): Promise<CreatedWebhook> {
  const judging = withTargetJudge(admin, [LISTEN_NETWORK]);
  return createWebhook(judging, team, { ...webhook, actor: COMMAND_LINE });
}

/** Deletes it, unless somebody else has. */
export async function deleteTemporaryWebhook(admin: Admin, key: WebhookKey): Promise<void> {
  const isThere = await admin.store.webhooks(key.teamId).find(key.id);
  if (isThere) await deleteWebhook(admin, key, { actor: COMMAND_LINE, at: admin.clock.now() });
}

/** Deletes temporary webhooks of this machine whose receiver was killed; returns their ids. */
export async function deleteAbandonedWebhooks(admin: Admin): Promise<readonly string[]> {
  const all = await webhooksOf(admin, undefined);
  const ours = all.filter(({ url }) => new URL(url).pathname.startsWith(pathOfMachine()));
  const answers = await Promise.all(ours.map(({ url }) => isReceiver(url)));
  const abandoned = ours.filter((_, at) => !answers[at]);
  for (const webhook of abandoned) await deleteTemporaryWebhook(admin, webhook);
  return abandoned.map(({ id }) => id);
}

const GREETING_MS = 2000;

async function isReceiver(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(GREETING_MS) });
    return (await answer.text()) === RECEIVER_GREETING;
  } catch (error) {
    // A receiver that is slow is not dead.
    return (error as Error).name === 'TimeoutError';
  }
}

/** Queues a message by which the running service shows that it can send to a webhook; returns its id. */
export function sendFirstMessage(admin: Admin, key: WebhookKey): Promise<string> {
  return testWebhook(admin, key);
}

/** Looks at its delivery this often. */
const LOOK_MS = 500;
/** A running service has sent it by then. */
const PATIENCE_MS = 5000;

interface Watching {
  readonly message: string;
  readonly signal: AbortSignal;
  /** Called once where no service has sent it in time; the wait goes on. */
  readonly onSilence: () => void;
}

/** Resolves when the message has arrived. Rejects with `config` where the service can't send it. */
export async function awaitDelivery(
  { store, clock }: Admin,
  { teamId, id }: WebhookKey,
  { message, signal, onSilence }: Watching,
): Promise<void> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const delivery = await store.webhooks(teamId).delivery(id, message);
    if (delivery?.status === 'delivered') return;
    if (delivery?.status !== 'pending') throw cannotSend(delivery?.error ?? undefined);
    if (waited === PATIENCE_MS) onSilence();
    await clock.sleep(LOOK_MS, signal);
  }
}

function cannotSend(error: Message | undefined): MailvetError {
  if (error?.id === PLAIN_REFUSED.id) {
    return new MailvetError('config', 'The running service does not send to this machine', {
      hint: [
        {
          code: 'terminal',
          text: `Start it with: mailvet serve --allow-network ${LISTEN_NETWORK}`,
        },
      ],
    });
  }
  return new MailvetError(
    'network',
    `The running service can't send to this machine: ${error?.english ?? 'The webhook was deleted'}`,
    {
      hint: [
        'If it runs elsewhere, create a webhook that leads here and give its secret with ',
        { code: 'setting', name: 'secret' },
      ],
    },
  );
}
