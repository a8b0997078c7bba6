/** The whole program, killed between attempts, and the receiver of the documentation. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { freshUser, LAUNCHER, Program } from '../support/run-program.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

const children: Program[] = [];
afterEach(() => Promise.all(children.splice(0).map((child) => child.end())));

function start(args: readonly string[], env: NodeJS.ProcessEnv): Program {
  const child = new Program(process.execPath, args, { env });
  children.push(child);
  return child;
}

it('an event outlives kill -9 between its attempts, and arrives signed', async () => {
  await using user = await freshUser();
  await using receiver = await WebhookReceiver.listen();
  const database = `${user.home}/service.db`;
  const env = { ...user.env, MAILVET_DATABASE: database, MAILVET_ALLOW_NETWORK: '127.0.0.0/8' };
  const serve = [LAUNCHER, 'serve', '--port', '0', '--dns', '127.0.0.1:9', '--dns-check', 'off'];
  const first = start(serve, env);
  const [, url] = await first.until(/listening on (\S+)/);
  const admin = (...args: string[]) => user.run(['admin', ...args, '--database', database]);
  await admin('team', 'create', 'shop');
  const key = (await admin('key', 'create', '--team', 'shop')).stdout.trim();
  const { stdout } = await admin(
    ...['webhook', 'create', '--team', 'shop', '--url', receiver.url],
    ...['--allow-network', '127.0.0.0/8'],
  );
  expect(stdout).toMatch(/^whsec_[\w+/]{43}=\n$/);

  receiver.answer = (response) => response.writeHead(503).end();
  await fetch(`${url}/api/v1/verify/batch`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ emails: ['ann@sandbox.test'] }),
  });
  await first.until(/webhook_refused/, 'stderr');
  await first.end();

  receiver.answer = (response) => response.writeHead(200).end();
  const example = fileURLToPath(new URL('../../docs/examples/receive-webhook.ts', import.meta.url));
  const receiving = start([example], {
    ...env,
    PORT: '0',
    MAILVET_WEBHOOK_SECRET: stdout.trim(),
  });
  const [, port] = await receiving.until(/listening on .*?(\d+)$/m);
  const second = start(serve, env);
  await second.until(/listening on/);
  await receiver.has(2);
  const [before, after] = receiver.received;
  expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id']);
  expect(after?.body).toBe(before?.body);
  expect(JSON.parse(after?.body ?? '')).toMatchObject({
    type: 'batch.completed',
    data: { status: 'completed', totalCount: 1, processedCount: 1 },
  });

  // The documented receiver takes what the service signed, and nothing else.
  const pass = (body: string) =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: headersOf(after?.headers ?? {}),
      body,
    });
  expect((await pass(after?.body ?? '')).status).toBe(204);
  const [said] = await receiving.until(/^.*batch\.completed.*$/m);
  expect(said).toContain(String(after?.headers['webhook-id']));
  expect((await pass(`${after?.body} `)).status).toBe(401);
});

function headersOf(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  return Object.fromEntries(names.map((name) => [name, String(headers[name])]));
}

it('the documentation shows lines of the receiver that is run', () => {
  const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
  const example = readFileSync(
    new URL('../../docs/examples/receive-webhook.ts', import.meta.url),
    'utf8',
  );
  const [, shown = ''] = /```ts\n([^`]*)```/.exec(page) ?? [];
  for (const line of shown.trim().split('\n')) {
    expect(example).toContain(line.replace(/ \/\/.*/, ''));
  }
});
