import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli, temporaryHome } from '../../../support/run-cli.ts';
import { startStandIn } from '../../../support/stand-in.ts';

const KEY = 'mv_0123456789abcdef';

async function user() {
  const stack = new AsyncDisposableStack();
  const service = stack.use(await startStandIn({ apiKey: KEY }));
  const home = stack.use(await temporaryHome()).path;
  const config = join(home, '.config', 'mailvet', 'config.json');
  const env = { PATH: `${join(home, 'bin')}:${process.env.PATH}`, HOME: home };
  const run = (...args: readonly string[]) => runCli(args, { home, env, platform: 'linux' });
  await run('config', 'set', 'baseUrl', service.url);
  return { service, home, env, config, run, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test('a command gives the key: run by the shell, its first line, never shown', async () => {
  await using one = await user();
  writeFileSync(join(one.home, 'key'), `${KEY}\nuser: ann\n`);
  await one.run('config', 'set', 'apiKeyCommand', "cat key | sed 's/^/ /'");
  const done = await one.run('verify', 'ada@example.com', '--debug');
  expect(done.exitCode).toBe(0);
  expect(done.stderr).not.toContain(KEY);
  expect(JSON.parse((await one.run('whoami', '--json')).stdout)).toMatchObject({
    apiKey: expect.stringMatching(/cdef$/),
    apiKeyOrigin: 'config',
  });
  expect(readFileSync(one.config, 'utf8')).not.toContain(KEY);
});

test('a key that is given, and another service, do not run it', async () => {
  await using one = await user();
  await one.run('config', 'set', 'apiKeyCommand', 'touch ran; echo x');
  await one.run('verify', 'ada@example.com', '--api-key', KEY);
  const other = await one.run('verify', 'ada@example.com', '--base-url', 'http://127.0.0.1:1');
  expect(other.exitCode).toBe(3);
  expect(() => readFileSync(join(one.home, 'ran'))).toThrow('ENOENT');
});

test.each([
  ['exit 7', 'failed (7)'],
  ['true --token=secret', 'printed no key'],
  ['no-such-program --token=secret', 'failed (127)'],
])('%s: an error of the configuration, which shows no argument', async (command, how) => {
  await using one = await user();
  await one.run('config', 'set', 'apiKeyCommand', command);
  const { exitCode, stderr } = await one.run('verify', 'ada@example.com');
  expect(exitCode).toBe(3);
  expect(stderr).toContain(`The command for the API key, ${command.split(' ')[0]} …, ${how}`);
  expect(stderr).not.toContain('secret');
  expect(one.service.requests).toEqual([]);
});

test('login --keychain keeps the key with secret-tool, which reads it from stdin', async () => {
  await using one = await user();
  mkdirSync(join(one.home, 'bin'));
  const tool = join(one.home, 'bin', 'secret-tool');
  writeFileSync(
    tool,
    '#!/bin/sh\necho "$@" >> "$HOME/calls"\nif [ "$1" = store ]; then cat > "$HOME/vault"; else cat "$HOME/vault"; fi\n',
  );
  chmodSync(tool, 0o755);
  const { home, env, service } = one;
  const args = ['login', '--keychain', '--with-key', '--base-url', service.url];
  const done = await runCli(args, { home, env, platform: 'linux', stdin: KEY });
  expect(done.stderr).toContain('is stored in the keychain');
  expect(readFileSync(one.config, 'utf8')).not.toContain(KEY);
  expect((await one.run('verify', 'ada@example.com')).exitCode).toBe(0);
  expect(readFileSync(join(home, 'calls'), 'utf8')).not.toContain(KEY);
  expect((await one.run('logout')).stderr).toContain('The command for the key is removed');
  expect(readFileSync(one.config, 'utf8')).not.toContain('secret-tool');
});

test('a system without a known keychain says what to do', async () => {
  await using one = await user();
  const args = ['login', '--keychain', '--with-key', '--base-url', one.service.url];
  const { home, env } = one;
  const done = await runCli(args, { home, env, platform: 'win32', stdin: KEY });
  expect(done.exitCode).toBe(2);
  expect(done.stderr).toContain('mailvet config set apiKeyCommand <command>');
});

test('a stored key and a command take each other’s place', async () => {
  await using one = await user();
  await one.run('config', 'set', 'apiKey', KEY);
  await one.run('config', 'set', 'apiKeyCommand', 'echo x');
  expect((await one.run('config', 'get', 'apiKey')).exitCode).toBe(2);
  await one.run('config', 'set', 'apiKey', KEY);
  expect((await one.run('config', 'get', 'apiKeyCommand')).exitCode).toBe(2);
});
