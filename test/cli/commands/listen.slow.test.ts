/** The built program beside a real service, by their streams. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { eachTest } from '../../support/each-test.ts';
import { freshUser, LAUNCHER } from '../../support/run-program.ts';
import { WebhookReceiver } from '../../support/webhook-receiver.ts';

const w = eachTest(world);

const children: ChildProcess[] = [];
afterEach(() => Promise.all(children.splice(0).map((child) => end(child, 'SIGKILL'))));

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}

/** The first line in which a text stands. */
function lineWith(lines: Interface, text: string): Promise<string> {
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      if (line.includes(text)) resolve(line);
    });
  });
}

async function world() {
  const user = await freshUser();
  const database = `${user.home}/service.db`;
  const start = (...args: string[]) => {
    const words = [LAUNCHER, ...args, '--database', database];
    const child = spawn(process.execPath, words, {
      env: user.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    return { child, out: createInterface(child.stdout), err: createInterface(child.stderr) };
  };
  const offline = ['--port', '0', '--dns', '127.0.0.1:9', '--dns-check', 'off'];
  return {
    start,
    /** A service with a team, and that team's key. */
    async serve(...args: string[]) {
      const { out } = start('serve', ...offline, ...args);
      const [key, line] = await Promise.all([
        lineWith(out, 'API key'),
        lineWith(out, 'listening on'),
      ]);
      return { key: key.split(': ').at(-1) ?? '', url: line.split(' ').at(-1) };
    },
    async webhooks(): Promise<{ url: string }[]> {
      const { stdout } = await user.run([
        'admin',
        'webhook',
        'list',
        '--json',
        '--database',
        database,
      ]);
      return JSON.parse(stdout);
    },
    [Symbol.asyncDispose]: () => user[Symbol.asyncDispose](),
  };
}

describe('mailvet listen beside a service', () => {
  it('shows and forwards the events of a team, signed by the secret it names', async () => {
    await using app = await WebhookReceiver.listen();
    const { key, url } = await w.serve('--allow-network', '127.0.0.1/32');
    const { child, out, err } = w.start('listen', '--forward-to', app.url, '--json');
    const deleted = lineWith(err, 'is deleted');
    await lineWith(err, 'Ready: events of team default');
    expect(await w.webhooks()).toHaveLength(1);
    const shown = lineWith(out, 'batch.completed');
    await fetch(`${url}/api/v1/verify/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ emails: ['ann@sandbox.test'] }),
    });
    expect(JSON.parse(await shown)).toMatchObject({
      type: 'batch.completed',
      data: { status: 'completed', totalCount: 1 },
      forwarded: { status: 204 },
    });
    expect(app.received.map(({ body }) => JSON.parse(body).type)).toEqual(['batch.completed']);
    expect(await end(child, 'SIGINT')).toBe(0);
    await deleted;
    expect(await w.webhooks()).toEqual([]);
  });

  it('deletes the webhook of a run that was killed, and none of a run that lives', async () => {
    await w.serve('--allow-network', '127.0.0.1/32');
    const killed = w.start('listen');
    const living = w.start('listen');
    await Promise.all([lineWith(killed.err, 'Ready'), lineWith(living.err, 'Ready')]);
    await end(killed.child, 'SIGKILL');
    expect(await w.webhooks()).toHaveLength(2);
    const next = w.start('listen');
    const [cleaned] = await Promise.all([
      lineWith(next.err, 'of a run that was killed is deleted'),
      lineWith(next.err, 'Ready'),
    ]);
    expect(cleaned).toMatch(/^The webhook hook_\S+ of/);
    expect(await w.webhooks()).toHaveLength(2);
  });

  it('says what to start the service with where that refuses this machine', async () => {
    await w.serve();
    const { child, err } = w.start('listen');
    const hint = lineWith(err, 'mailvet serve --allow-network 127.0.0.1/32');
    const [code] = await once(child, 'exit');
    expect(code).toBe(3);
    await hint;
    expect(await w.webhooks()).toEqual([]);
  });
});
