import { type Admin, withTargetJudge } from '../../../composition/admin.ts';
import { WEBHOOK_EVENTS } from '../../../contract/webhook-events.ts';
import { MailvetError } from '../../../lib/errors.ts';
import { isoOrNull, isoTime } from '../../../lib/iso-time.ts';
import { type AuditedChange, COMMAND_LINE } from '../../../service/people/records.ts';
import { findTeam } from '../../../service/teams/teams.ts';
import {
  type MessageRecord,
  WEBHOOK_FORMATS,
  type WebhookRecord,
} from '../../../service/webhooks/records.ts';
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  findWebhook,
  getWebhook,
  rotateSecret,
  testWebhook,
  type WebhookKey,
  webhooksOf,
} from '../../../service/webhooks/webhooks.ts';
import type { CommandLine, Invocation } from '../../invocation.ts';
import { printList, printOne } from '../../io/print.ts';
import { requireYes } from '../../io/prompt.ts';
import { readVerifierOptions } from '../../options/global.ts';
import { choiceFlag, listFlag, textFlag } from '../../options/values.ts';
import { readConfigFile } from '../serve/settings.ts';
import type { AdminAction } from './run.ts';

/** The networks that the service may connect to: other targets are refused when the webhook is created. */
async function allowedNetworks(
  { context, globals }: Invocation,
  { flags }: CommandLine,
): Promise<readonly string[]> {
  const file = await readConfigFile(flags, context);
  return readVerifierOptions(globals.verifier, context.env, file).allowNetwork ?? [];
}

const LOG_LENGTH = 50;
const EVENTS = { noun: 'event', words: WEBHOOK_EVENTS } as const;
const FORMATS = { noun: 'format', words: WEBHOOK_FORMATS } as const;

export const WEBHOOK_ACTIONS = {
  createWebhook: (line) => {
    const { flags } = line;
    const team = String(flags.team);
    const webhook = {
      url: String(flags.url),
      events: listFlag(flags, 'events', EVENTS) ?? WEBHOOK_EVENTS,
      format: choiceFlag(flags, 'payload', FORMATS) ?? ('standard' as const),
    };
    return async (admin, invocation) => {
      const judging = withTargetJudge(admin, await allowedNetworks(invocation, line));
      const request = { ...webhook, actor: COMMAND_LINE };
      const { id, secret } = await createWebhook(judging, await findTeam(admin, team), request);
      // Only the secret, so that it can be piped into a secret store.
      await printOne(invocation, { id, secret, team, ...webhook }, `${secret}\n`);
    };
  },
  listWebhooks: ({ flags }) => {
    const team = textFlag(flags, 'team');
    return async (admin, invocation) => {
      const rows = (await webhooksOf(admin, team)).map(showWebhook);
      await printList(invocation, {
        rows,
        columns: [
          { title: 'ID', text: ({ id }) => id },
          { title: 'TEAM', text: ({ team }) => team },
          { title: 'URL', text: ({ url }) => url },
          { title: 'EVENTS', text: ({ events }) => events.join(',') },
          { title: 'STATE', text: stateText },
          { title: 'CREATED', isTime: true, text: ({ createdAt }) => createdAt },
        ],
      });
    };
  },
  rotateWebhook: ({ args: [id = ''] }) => {
    return async (admin, invocation) => {
      const secret = await rotateSecret(admin, await findWebhook(admin, id), changeNow(admin));
      await printOne(invocation, { id, secret }, `${secret}\n`);
      await invocation.notice('For 24 hours messages are signed with the secret before, too');
    };
  },
  testWebhook: ({ args: [id = ''] }) => {
    return async (admin, invocation) => {
      const tested = showDelivery(await sendTest(admin, await findWebhook(admin, id)));
      if (tested.status === 'delivered') {
        await printOne(invocation, tested, `delivered (${tested.answer}, ${tested.took} ms)\n`);
      } else throw testError(tested);
    };
  },
  enableWebhook: ({ args: [id = ''] }) => {
    return async (admin, { notice }) => {
      await enableWebhook(admin, await findWebhook(admin, id), changeNow(admin));
      await notice(`The webhook ${id} is enabled`);
    };
  },
  deleteWebhook: ({ args: [id = ''], flags }) => {
    return async (admin, invocation) => {
      await requireYes(invocation, {
        question: `Delete the webhook ${id} and its delivery log?`,
        yes: flags.yes === true,
        refusal: 'Nothing was deleted',
      });
      await deleteWebhook(admin, await findWebhook(admin, id), changeNow(admin));
      await invocation.notice(`The webhook ${id} is deleted`);
    };
  },
  listDeliveries: ({ args: [id = ''] }) => {
    return async (admin, invocation) => {
      const { teamId } = await findWebhook(admin, id);
      const page = { limit: LOG_LENGTH };
      const { deliveries } = await getWebhook(admin, { id: teamId }, { id, page });
      const rows = deliveries.map(showDelivery);
      await printList(invocation, {
        rows,
        columns: [
          { title: 'MESSAGE', text: ({ id }) => id },
          { title: 'EVENT', text: ({ type }) => type },
          { title: 'STATUS', text: ({ status }) => status },
          { title: 'ATTEMPTS', align: 'right', text: ({ attempts }) => String(attempts) },
          { title: 'LAST ANSWER', text: ({ error, answer }) => error ?? String(answer ?? '') },
          { title: 'CREATED', isTime: true, text: ({ createdAt }) => createdAt },
        ],
      });
    };
  },
} satisfies Record<string, AdminAction>;

function changeNow({ clock }: Admin): AuditedChange {
  return { actor: COMMAND_LINE, at: clock.now() };
}

/** A running service looks about once a second, and gives up an attempt after ten. */
const TEST_MS = 15_000;
const LOOK_EVERY_MS = 200;

/** Queues a test message and waits for what comes of it; still pending where no service runs. */
async function sendTest(admin: Admin, key: WebhookKey): Promise<MessageRecord> {
  const { store, clock } = admin;
  const delivery = await testWebhook(admin, key);
  const end = clock.monotonic() + TEST_MS;
  for (;;) {
    const record = await store.webhooks(key.teamId).delivery(key.id, delivery);
    if (!record) throw new MailvetError('input', `The webhook "${key.id}" was deleted`);
    if (record.status !== 'pending' || clock.monotonic() >= end) return record;
    await clock.sleep(LOOK_EVERY_MS);
  }
}

function stateText({ disabledAt, failingSince }: ReturnType<typeof showWebhook>): string {
  if (disabledAt !== null) return 'disabled';
  return failingSince === null ? 'enabled' : 'failing';
}

function testError({ status, error }: ReturnType<typeof showDelivery>): MailvetError {
  if (status !== 'pending') return new MailvetError('network', `The test failed: ${error}`);
  return new MailvetError('network', 'Nothing has sent the test message yet', {
    hint: 'Messages are sent by a running service: is mailvet serve started on this database?',
  });
}

function showWebhook({ id, teamName, url, events, ...times }: WebhookRecord) {
  return {
    id,
    team: teamName,
    url,
    events,
    createdAt: isoTime(times.createdAt),
    failingSince: isoOrNull(times.failingSince),
    disabledAt: isoOrNull(times.disabledAt),
  };
}

function showDelivery(delivery: MessageRecord) {
  const { id, type, status, attempts, answer, took, createdAt } = delivery;
  const error = delivery.error?.english ?? null;
  return { id, type, status, attempts, answer, error, took, createdAt: isoTime(createdAt) };
}
