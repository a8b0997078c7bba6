import { describe, expect, it } from 'vitest';
import { signatureHeaders } from '../../../src/notify/sign.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type CliOptions, runCli } from '../../support/run-cli.ts';
import { WebhookReceiver } from '../../support/webhook-receiver.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const NOW = Date.UTC(2026, 10, 22, 9, 30);
const EVENT = {
  type: 'batch.completed',
  timestamp: '2026-11-22T09:30:00.000Z',
  data: { id: 'batch_1', totalCount: 500 },
};
const BODY = JSON.stringify(EVENT);

/** `mailvet listen` with a secret, until it is disposed of or asked for its output. */
async function listening(args: readonly string[] = [], options: CliOptions = {}) {
  const stopping = new AbortController();
  const url = Promise.withResolvers<string>();
  const onStderr = (text: string) => {
    const found = /Listening on (\S+)\n/.exec(text)?.[1];
    if (found) url.resolve(found);
  };
  const running = runCli(['listen', '--secret', secret, ...args], {
    clock: manualClock(NOW),
    signal: stopping.signal,
    onStderr,
    ...options,
  });
  const place = await Promise.race([url.promise, running.then(({ stderr }) => `ended: ${stderr}`)]);
  return {
    url: place,
    post: (body = BODY, headers: Record<string, string> = signed(body)) =>
      fetch(place, { method: 'POST', headers, body }),
    ended: () => {
      stopping.abort();
      return running;
    },
  };
}

function signed(payload: string, { id = 'msg_1', at = NOW, by = secret } = {}) {
  return signatureHeaders({ id, payload, secrets: [by], at });
}

describe('mailvet listen', () => {
  it('shows each event on a line, and ends well with a signal', async () => {
    const one = await listening();
    expect((await one.post()).status).toBe(204);
    expect((await one.post()).status).toBe(204);
    const { stdout, exitCode } = await one.ended();
    const line = `2026-11-22T09:30:00.000Z  batch.completed  msg_1  {"id":"batch_1","totalCount":500}\n`;
    expect(stdout).toBe(line + line.replace('msg_1', 'msg_1 (again)'));
    expect(exitCode).toBe(0);
  });

  it('prints the event as JSON', async () => {
    const one = await listening(['--json']);
    await one.post();
    const { stdout } = await one.ended();
    expect(JSON.parse(stdout)).toEqual({
      ...{ id: 'msg_1', ...EVENT },
      ...{ repeated: false, forwarded: null },
    });
  });

  it.each([
    ['of another secret', signed(BODY, { by: `whsec_${'A'.repeat(44)}` }), BODY, 401, 'is wrong'],
    ['of another body', signed('{}'), BODY, 401, 'is wrong'],
    ['of ten minutes ago', signed(BODY, { at: NOW - 600_000 }), BODY, 401, 'five minutes'],
    ['without a signature', {}, BODY, 401, 'are missing'],
    ['that is no event', signed('[]'), '[]', 400, 'not a JSON object'],
    ['that is too large', {}, 'x'.repeat(1_000_001), 413, 'larger than 1 MB'],
  ])('refuses a message %s, and says so', async (_, headers, body, status, reason) => {
    await using app = await WebhookReceiver.listen();
    const one = await listening(['--forward-to', app.url]);
    expect((await one.post(body, headers)).status).toBe(status);
    const { stdout, stderr } = await one.ended();
    expect(stdout).toBe('');
    expect(stderr).toContain(`Refused a message with ${status}`);
    expect(stderr).toContain(reason);
    expect(app.received).toEqual([]);
  });

  it.each([204, 500, 302])('forwards body and headers, and passes %i on', async (status) => {
    await using app = await WebhookReceiver.listen();
    app.answer = (response) => response.writeHead(status, { location: '/elsewhere' }).end();
    const one = await listening(['--forward-to', app.url.replace('http://', '')]);
    const headers = { ...signed(BODY), 'content-type': 'application/json', 'x-trace': '1' };
    expect((await one.post(BODY, headers)).status).toBe(status);
    expect((await one.ended()).stdout).toMatch(`msg_1  forwarded: ${status}, `);
    expect(app.received).toHaveLength(1);
    expect(app.received[0]).toMatchObject({ path: '/hook', body: BODY, headers });
    expect(app.received[0]?.headers.host).toBe(new URL(app.url).host);
  });

  it('answers with 502 where nobody takes it', async () => {
    const app = await WebhookReceiver.listen();
    const { port } = app;
    await app[Symbol.asyncDispose]();
    const one = await listening(['--forward-to', `${port}/hook`]);
    expect((await one.post()).status).toBe(502);
    expect((await one.ended()).stdout).toContain('forwarded: no answer (ECONNREFUSED)');
  });

  it('shows no control characters of a message', async () => {
    const body = JSON.stringify({ type: 'a\u001b[2Jb', data: '\u202e\u009b' });
    const one = await listening();
    await one.post(body);
    expect((await one.ended()).stdout).toMatch(/^ab {2}msg_1 {2}"[\\\w]+"\n$/);
  });

  it('names another port where one is taken', async () => {
    await using app = await WebhookReceiver.listen();
    const args = ['listen', '--secret', secret, '--port', String(app.port)];
    const { stderr, exitCode } = await runCli(args);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('another program listens there\nGive another --port');
  });

  it('takes the secret from stdin', async () => {
    const one = await listening(['--secret', '-'], { stdin: `${secret}\n` });
    expect((await one.post()).status).toBe(204);
    await one.ended();
  });

  it.each([
    [['--secret', 'whsec_no'], '--secret is not the secret of a webhook'],
    [['--secret', secret, '--team', 'shop'], '--secret and --team exclude each other'],
    [['--forward-to', 'ftp://a'], '--forward-to needs a URL'],
    [['--port', '70000'], '--port'],
    [['--events', 'batch.done'], 'batch.done'],
  ])('takes no nonsense: %j', async (args, error) => {
    const { stderr, exitCode } = await runCli(['listen', ...args]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(error);
    expect(stderr).not.toContain('whsec_no');
  });
});
