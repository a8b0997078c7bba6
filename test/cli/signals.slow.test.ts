import {
  type ChildProcess,
  execFileSync,
  type SpawnOptions,
  spawn,
  spawnSync,
} from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { isAlive } from '../../src/lib/process-alive.ts';
import { eachTest } from '../support/each-test.ts';
import { type FreshUser, freshUser, LAUNCHER } from '../support/run-program.ts';
import { startStandIn } from '../support/stand-in.ts';

const user = eachTest(freshUser);

const NO_SERVICE = ['--base-url', 'http://127.0.0.1:9', '--api-key', 'mv_none'];

function start(user: FreshUser, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const { env, home: cwd } = user;
  const child = spawn(process.execPath, [LAUNCHER, ...args], { cwd, env, ...options });
  started.push(child);
  return child;
}

const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

async function jobsOf(user: FreshUser): Promise<string[]> {
  return await readdir(join(user.home, '.local/state/mailvet/jobs')).catch(() => []);
}

async function untilDraft(user: FreshUser): Promise<void> {
  for (;;) {
    if ((await jobsOf(user)).some((name) => name.startsWith('.draft-'))) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('one Ctrl-C', () => {
  it('ends the reading of a pipe that stands still, and leaves no draft', async () => {
    const child = start(user, ['batch', 'submit', '-', ...NO_SERVICE]);
    child.stdin?.write('email\na@example.com\n'.repeat(1000));
    await untilDraft(user);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect((await jobsOf(user)).filter((name) => name.startsWith('.draft-'))).toEqual([]);
  });

  it('ends the reading of a pipe that never ends', async () => {
    const source = spawn('yes', ['a@example.com'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const stdio: SpawnOptions['stdio'] = [source.stdout, 'ignore', 'ignore'];
      const child = start(user, ['batch', 'submit', '-', ...NO_SERVICE], { stdio });
      await untilDraft(user);
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([143, null]);
      expect((await jobsOf(user)).filter((name) => name.startsWith('.draft-'))).toEqual([]);
    } finally {
      source.kill('SIGKILL');
    }
  });

  it('ends the reading of a large file, and leaves no job', async () => {
    const list = join(user.home, 'large.csv');
    const rows = Array.from({ length: 100_000 }, (_, id) => `person${id}@example.com,x\n`).join('');
    await writeFile(list, 'email,note\n');
    for (let part = 0; part < 20; part++) await appendFile(list, rows.replaceAll('@', `.${part}@`));
    const child = start(user, ['batch', 'submit', 'large.csv', ...NO_SERVICE]);
    await untilDraft(user);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect((await jobsOf(user)).filter((name) => name.endsWith('.sqlite'))).toEqual([]);
  });

  it('ends the wait for the writer of a named pipe', async () => {
    execFileSync('mkfifo', [join(user.home, 'list')]);
    const child = start(user, ['clean', 'list', ...NO_SERVICE]);
    await untilCaught(child);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
  });

  it('ends the wait for the reader of a named pipe', async () => {
    execFileSync('mkfifo', [join(user.home, 'results')]);
    const child = start(user, ['verify', 'ann@sandbox.test', '--debug', '-o', 'results']);
    const stderr = text(child.stderr as NonNullable<typeof child.stderr>);
    await untilCaught(child);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    await stderr;
  });

  it('ends a TLS handshake that is never answered', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const connected = once(server, 'connection');
    const at = ['--base-url', `https://127.0.0.1:${port}`, '--api-key', 'mv_none'];
    const child = start(user, ['verify', 'a@example.com', 'b@example.com', ...at]);
    const [socket] = await connected;
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    socket.destroy();
    server.close();
  });
});

/** `script` of util-linux runs a command in a terminal of its own, which ends with it. */
const hasPseudoTerminals =
  spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0;

/** SIGHUP and SIGINT: Node alone catches the latter. */
const OUR_SIGNALS = 0b11n;

/** Resolves once the program catches signals: the system tells. */
async function untilCaught(child: ChildProcess): Promise<void> {
  for (;;) {
    const status = await readFile(`/proc/${child.pid}/status`, 'latin1').catch(() => '');
    const caught = BigInt(`0x${/^SigCgt:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`);
    if ((caught & OUR_SIGNALS) === OUR_SIGNALS) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('a named pipe', () => {
  it('takes the results once somebody reads it', async () => {
    const { stdout, exitCode } = await user.shell(
      'mkfifo out; (sleep 0.3; cat out) & mailvet verify ann@sandbox.test -q -o out; code=$?; wait; exit $code',
    );
    expect({ stdout, exitCode }).toEqual({
      stdout: 'ann@sandbox.test\tdeliverable\taccepted\t100\n',
      exitCode: 0,
    });
  });

  it('is read as a list', async () => {
    const { stdout } = await user.shell(
      'mkfifo in; (echo email; echo a@example.com) > in & mailvet batch submit in --dry-run -q',
    );
    expect(stdout).toMatch(/rows +1\n/);
  });
});

describe('SIGHUP', () => {
  it.skipIf(!hasPseudoTerminals)('ends a program whose terminal is closed', async () => {
    await using service = await startStandIn();
    service.fail('verify', { kind: 'hold', until: new Promise(() => {}) });
    const env = { ...user.env, MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
    const command = `echo $$ > pid; exec '${process.execPath}' '${LAUNCHER}' verify a@b.de`;
    const terminal = spawn('script', ['-qec', command, '/dev/null'], { cwd: user.home, env });
    await service.arrived('verify');
    const pid = Number(await readFile(join(user.home, 'pid'), 'utf8'));
    terminal.kill('SIGKILL');
    while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve));
  });

  it('does not end a program that nohup has started', async () => {
    await using service = await startStandIn();
    const release = Promise.withResolvers<void>();
    service.fail('verify', { kind: 'hold', until: release.promise });
    const env = { ...user.env, MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
    const args = [process.execPath, LAUNCHER, 'verify', 'a@b.de'];
    const child = spawn('nohup', args, { cwd: user.home, env });
    const stdout = text(child.stdout);
    await service.arrived('verify');
    child.kill('SIGHUP');
    release.resolve();
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await stdout).toBe('a@b.de\tdeliverable\taccepted\t95\n');
  });
});

describe('--max-input', () => {
  it('bounds what is taken from a pipe and from a file', async () => {
    const piped = await user.shell(
      'yes a@example.com | mailvet batch submit - --dry-run --max-input 1MB',
    );
    expect(piped).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('mailvet: stdin has more than 1 MB\n'),
    });
    const named = await user.shell(
      'echo a@example.com > list; mailvet batch submit list --dry-run --max-input 10B',
    );
    expect(named).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('mailvet: list has more than 10 B\n'),
    });
    expect(await user.run(['batch', 'submit', '--max-input', 'much'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--max-input needs a size, not 'much'"),
    });
  });
});
