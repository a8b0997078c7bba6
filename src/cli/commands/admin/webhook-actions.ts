import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../contract/webhook-events.ts';
import { MailvetError } from '../../../errors.ts';
import type { DeliveryInfo, WebhookInfo } from '../../../serve.ts';
import { requireYes } from '../../confirmation.ts';
import type { CommandLine, Invocation } from '../../invocation.ts';
import { printList, printOne } from '../../io/print.ts';
import { listFlag, textFlag } from '../../options/values.ts';
import { readVerifierOptions } from '../../options/verifier-options.ts';
import { readConfigFile } from '../serve/config-file.ts';
import type { AdminAction } from './run.ts';

interface CreateOptions {
  readonly team: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
}

function parseCreateWebhook({ flags }: CommandLine): CreateOptions {
  const known = { noun: 'event', words: WEBHOOK_EVENTS } as const;
  return {
    team: String(flags.team),
    url: String(flags.url),
    events: listFlag(flags, 'events', known) ?? WEBHOOK_EVENTS,
  };
}

/** As the service has them: a target there is refused when the webhook is created, else at each message. */
async function allowedNetworks(
  { context, globals }: Invocation,
  { flags }: CommandLine,
): Promise<readonly string[]> {
  const file = await readConfigFile(flags, context);
  return readVerifierOptions(globals.verifier, context.env, file).allowNetwork ?? [];
}

export const WEBHOOK_ACTIONS = {
  createWebhook: (line) => {
    const { team, ...webhook } = parseCreateWebhook(line);
    return async ({ webhooks }, invocation) => {
      const allowNetwork = await allowedNetworks(invocation, line);
      const created = await webhooks.create(team, { ...webhook, allowNetwork });
      // The secret alone, so that it can be piped into a secret store.
      await printOne(invocation, { ...created, team, ...webhook }, `${created.secret}\n`);
    };
  },
  listWebhooks: ({ flags }) => {
    const team = textFlag(flags, 'team');
    return async ({ webhooks }, invocation) => {
      const rows = await webhooks.list(team);
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
    return async ({ webhooks }, invocation) => {
      const rotated = await webhooks.rotate(id);
      await printOne(invocation, rotated, `${rotated.secret}\n`);
      await invocation.notice('For 24 hours messages are signed with the secret before, too');
    };
  },
  testWebhook: ({ args: [id = ''] }) => {
    return async ({ webhooks }, invocation) => {
      const tested = await webhooks.test(id);
      if (tested.status === 'delivered') {
        await printOne(invocation, tested, `delivered (${tested.answer}, ${tested.took} ms)\n`);
      } else throw testError(tested);
    };
  },
  enableWebhook: ({ args: [id = ''] }) => {
    return async ({ webhooks }, { notice }) => {
      await webhooks.enable(id);
      await notice(`The webhook ${id} is enabled`);
    };
  },
  deleteWebhook: ({ args: [id = ''], flags }) => {
    return async ({ webhooks }, invocation) => {
      await requireYes(invocation, {
        question: `Delete the webhook ${id} and its delivery log?`,
        yes: flags.yes === true,
        refusal: 'Nothing was deleted',
      });
      await webhooks.delete(id);
      await invocation.notice(`The webhook ${id} is deleted`);
    };
  },
  listDeliveries: ({ args: [id = ''] }) => {
    return async ({ webhooks }, invocation) => {
      const rows = await webhooks.log(id);
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

function stateText({ disabledAt, failingSince }: WebhookInfo): string {
  if (disabledAt !== null) return 'disabled';
  return failingSince === null ? 'enabled' : 'failing';
}

function testError({ status, error }: DeliveryInfo): MailvetError {
  if (status !== 'pending') return new MailvetError('network', `The test failed: ${error}`);
  return new MailvetError('network', 'Nothing has sent the test message yet', {
    hint: 'Messages are sent by a running service: is mailvet serve started on this database?',
  });
}
