/** What stands on the streams of `mailvet mcp`, and how it ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { eachTest } from '../../../support/each-test.ts';
import { type FreshUser, freshUser, LAUNCHER } from '../../../support/run-program.ts';
import { startStandIn } from '../../../support/stand-in.ts';

const user = eachTest(freshUser);

const HELLO = {
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

function start(user: FreshUser, args: readonly string[] = [], env = {}) {
  return spawn(process.execPath, [LAUNCHER, 'mcp', ...args], {
    cwd: user.home,
    env: { ...user.env, ...env },
  });
}

type Server = ReturnType<typeof start>;

function send({ stdin }: Server, id: number, message: object): void {
  stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`);
}

function callOf(name: string, given: object) {
  return { method: 'tools/call', params: { name, arguments: given } };
}

describe('the streams of mailvet mcp', () => {
  it('carry the protocol alone on stdout, also with --debug and progress', async () => {
    await writeFile(join(user.home, 'list.csv'), 'email\nann@sandbox.test\nfull@sandbox.test\n');
    const server = start(user, ['--debug']);
    const lines: { readonly jsonrpc: string; readonly id?: number }[] = [];
    const done = (async () => {
      for await (const line of createInterface({ input: server.stdout })) {
        lines.push(JSON.parse(line));
        if (lines.at(-1)?.id === 4) return;
      }
    })();
    send(server, 1, HELLO);
    send(server, 2, callOf('verify_email', { email: 'ann@sandbox.test' }));
    send(server, 3, callOf('verify_email', { email: 'ann@sandbox.test', explain: true }));
    const list = callOf('verify_list', { file: 'list.csv' });
    send(server, 4, { ...list, params: { ...list.params, _meta: { progressToken: 'p' } } });
    await done;
    server.stdin.end();
    await once(server, 'exit');
    expect(lines.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
    expect(lines.flatMap(({ id }) => id ?? []).sort()).toEqual([1, 2, 3, 4]);
  });

  it('ends with 0 when the client closes stdin, or sends SIGTERM', async () => {
    const closed = start(user);
    send(closed, 1, HELLO);
    await once(closed.stdout, 'data');
    closed.stdin.end();
    expect(await once(closed, 'exit')).toEqual([0, null]);
    const terminated = start(user);
    send(terminated, 1, HELLO);
    await once(terminated.stdout, 'data');
    terminated.kill('SIGTERM');
    expect(await once(terminated, 'exit')).toEqual([0, null]);
  });

  it('ends while a list is under way, and a later server goes on with it', async () => {
    await using service = await startStandIn();
    const env = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
    await writeFile(join(user.home, 'list.csv'), 'email\nann@example.com\n');
    service.fail('getBatch', { kind: 'hold', until: new Promise(() => {}) });
    const first = start(user, [], env);
    send(first, 1, HELLO);
    send(first, 2, callOf('verify_list', { file: 'list.csv' }));
    await service.arrived('getBatch');
    first.stdin.end();
    expect(await once(first, 'exit')).toEqual([0, null]);
    expect(service.requestsOf('cancelBatch')).toEqual([]);
    const second = start(user, [], env);
    send(second, 1, HELLO);
    send(second, 2, callOf('verify_list', { file: 'list.csv' }));
    for await (const line of createInterface({ input: second.stdout })) {
      const { id, result } = JSON.parse(line);
      if (id !== 2) continue;
      expect(result.structuredContent.result).toMatchObject({ state: 'finished' });
      break;
    }
    second.stdin.end();
    await once(second, 'exit');
    expect(service.requestsOf('createBatch')).toHaveLength(1);
  });

  it('survives lines that are no message', async () => {
    const server = start(user);
    server.stdin.write('hello\n{"jsonrpc":"2.0"}\n\n');
    send(server, 1, HELLO);
    const [line] = await once(createInterface({ input: server.stdout }), 'line');
    expect(JSON.parse(line)).toMatchObject({ id: 1 });
    server.stdin.end();
    expect(await once(server, 'exit')).toEqual([0, null]);
  });

  it('ends with 2 and an error for a message that does not end', async () => {
    const server = start(user);
    send(server, 1, HELLO);
    await once(server.stdout, 'data');
    const stderr = text(server.stderr);
    server.stdin.on('error', () => {});
    server.stdin.write('a'.repeat(2_000_000));
    expect(await once(server, 'exit')).toEqual([2, null]);
    expect(await stderr).toContain('A message on stdin is longer than 1 MB');
  });

  it.for([
    [['--api-key-file', '-'], 'stdin holds the protocol'],
    [['--timeout', '5s'], '--timeout does not go with mcp'],
    [['--root', 'missing'], 'is no directory'],
  ] as const)('refuses %o at the start, on stderr', async ([args, message]) => {
    const { stdout, stderr, exitCode } = await user.run(['mcp', ...args]);
    expect(stderr).toContain(message);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  });
});
