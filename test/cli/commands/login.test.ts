import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { eachTest } from '../../support/each-test.ts';
import { type CliOptions, runCli, temporaryHome } from '../../support/run-cli.ts';
import { type StandIn, startStandIn } from '../../support/stand-in.ts';

const one = eachTest(user);

const KEY = 'mv_0123456789abcdef';

/** A user with a home directory and a service that knows the key. */
async function user() {
  const stack = new AsyncDisposableStack();
  const service = stack.use(await startStandIn({ apiKey: KEY }));
  const home = stack.use(await temporaryHome()).path;
  const config = join(home, '.config', 'mailvet', 'config.json');
  const run = (args: readonly string[], options: CliOptions = {}) =>
    runCli(args, { home, ...options });
  const logIn = (...more: string[]) =>
    run(['login', '--base-url', service.url, '--with-key', ...more], { stdin: `${KEY}\n` });
  return { service, config, run, logIn, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

describe('login', () => {
  it('stores a key that the service takes, for the user alone', async () => {
    const { stdout, stderr, exitCode } = await one.logIn();
    expect(stdout).toBe('');
    expect(stderr).toContain('…cdef');
    expect(stderr).not.toContain(KEY);
    expect(exitCode).toBe(0);
    expect(await modeOf(one.config)).toBe('600');
    expect(await modeOf(join(one.config, '..'))).toBe('700');
    expect((await one.run(['verify', 'a@b.de'])).exitCode).toBe(0);
  });

  it('stores nothing that the service refuses', async () => {
    const { exitCode } = await one.run(['login', '--base-url', one.service.url, '--with-key'], {
      stdin: 'mv_wrong',
    });
    expect(exitCode).toBe(3);
    await expect(readFile(one.config)).rejects.toThrow('ENOENT');
  });

  it('stores a key that may not read the history, and says so', async () => {
    const message = 'This needs an API key with the scope read; this key has verify';
    const body = JSON.stringify({ statusCode: 403, message });
    one.service.fail('listVerifications', { kind: 'answer', status: 403, body });
    const { stderr, exitCode } = await one.logIn();
    expect(exitCode).toBe(0);
    expect(stderr).toContain('The service accepts the key, but not for everything');
    expect(stderr).toContain(message);
    expect(await readFile(one.config, 'utf8')).toContain(KEY);
  });

  it('asks on a terminal without showing what is typed', async () => {
    const { stderr, exitCode } = await one.run(['login', '--base-url', one.service.url], {
      terminal: ['stdin', 'stdout', 'stderr'],
      typed: [KEY],
    });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('API key');
    expect(stderr).not.toContain(KEY);
  });

  it.each<[string, CliOptions, string[]]>([
    ['stdin is no terminal', { terminal: ['stdout', 'stderr'] }, []],
    ['CI is set', { terminal: ['stdin', 'stdout'], env: { CI: 'true' } }, []],
    ['--no-input', { terminal: ['stdin', 'stdout'] }, ['--no-input']],
  ])('does not ask when %s', async (_name, options, more) => {
    const { stderr, exitCode } = await one.run(
      ['login', '--base-url', one.service.url, ...more],
      options,
    );
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--with-key');
  });

  it('keeps profiles apart', async () => {
    await one.logIn('--profile', 'work');
    const work = await one.run(['whoami', '--profile', 'work', '--json']);
    expect(JSON.parse(work.stdout)).toMatchObject({ baseUrl: one.service.url, profile: 'work' });
    const other = await one.run(['whoami', '--json']);
    expect(JSON.parse(other.stdout)).toMatchObject({ service: 'embedded' });
    const unknown = await one.run(['whoami', '--profile', 'play']);
    expect(unknown).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('work') });
  });
});

describe('a stored key', () => {
  it.each<[string, (service: StandIn) => CliOptions & { readonly args?: string[] }]>([
    ['a flag', () => ({ args: ['--base-url', 'http://127.0.0.1:9'] })],
    ['the environment', () => ({ env: { MAILVET_BASE_URL: 'http://127.0.0.1:9' } })],
  ])('is not sent to another base URL given by %s', async (_name, change) => {
    await one.logIn();
    const { args = [], ...options } = change(one.service);
    const { stderr, exitCode } = await one.run(['verify', 'a@b.de', ...args], options);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('is sent nowhere else');
  });

  it('is not sent to a base URL that is set afterwards', async () => {
    await one.logIn();
    await one.run(['config', 'set', 'baseUrl', 'http://127.0.0.1:9']);
    const { stderr, exitCode } = await one.run(['verify', 'a@b.de']);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(one.service.url);
  });

  it('is removed by logout, and the embedded service is back', async () => {
    await one.logIn();
    await one.run(['logout']);
    expect(await readFile(one.config, 'utf8')).not.toContain(KEY);
    expect((await one.run(['whoami'])).stdout).toContain('embedded service');
    expect((await one.run(['logout'])).stderr).toContain('No key');
  });
});

describe('whoami', () => {
  it('says which key, from where, against which service', async () => {
    await one.logIn();
    const { stdout } = await one.run(['whoami'], {
      env: { MAILVET_API_KEY: 'mv_fedcba9876543210' },
    });
    expect(stdout).toContain('…3210 (from the environment)');
    expect(stdout).toContain(`${one.service.url} (from ${one.config})`);
  });
});

describe('the config file', () => {
  it('is repaired where others can read it, and said so', async () => {
    await one.logIn();
    await chmod(one.config, 0o644);
    const { stderr } = await one.run(['whoami']);
    expect(stderr).toContain(one.config);
    expect(await modeOf(one.config)).toBe('600');
  });

  it('is named where it is broken, and its path still told', async () => {
    await one.logIn();
    await writeFile(one.config, '{"apiKey": ');
    const { stderr, exitCode } = await one.run(['whoami']);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(one.config);
    expect((await one.run(['config', 'path'])).stdout).toBe(`${one.config}\n`);
  });

  it('is set, read, listed with origins, and unset', async () => {
    await one.run(['config', 'set', 'riskyRole', 'false']);
    expect((await one.run(['config', 'get', 'riskyRole'])).stdout).toBe('false\n');
    const env = { MAILVET_BASE_URL: one.service.url };
    const listed = await one.run(['config', 'list', '--show-origin', '--json'], { env });
    expect(JSON.parse(listed.stdout)).toEqual([
      { key: 'baseUrl', value: one.service.url, origin: 'env' },
      { key: 'profile', value: 'default', origin: 'default' },
      { key: 'riskyRole', value: 'false', origin: one.config },
    ]);
    await one.run(['config', 'unset', 'riskyRole']);
    expect((await one.run(['config', 'get', 'riskyRole'])).exitCode).toBe(2);
  });

  it('decides whether role addresses are risky', async () => {
    await one.logIn();
    await one.run(['config', 'set', 'riskyRole', 'false']);
    expect((await one.run(['verify', 'support@b.de'])).stdout).toContain('\tdeliverable\t');
    const flag = await one.run(['verify', 'support@b.de', '--risky-role', 'true']);
    expect(flag.stdout).toContain('\trisky\t');
  });

  it.each([
    [['set', 'colour', 'red']],
    [['set', 'riskyRole', 'perhaps']],
    [['get', 'colour']],
    [['lst']],
  ])('takes no nonsense: config %j', async (args) => {
    expect((await one.run(['config', ...args])).exitCode).toBe(2);
  });
});

async function userWithTools() {
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
  await using one = await userWithTools();
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
  await using one = await userWithTools();
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
  await using one = await userWithTools();
  await one.run('config', 'set', 'apiKeyCommand', command);
  const { exitCode, stderr } = await one.run('verify', 'ada@example.com');
  expect(exitCode).toBe(3);
  expect(stderr).toContain(`The command for the API key, ${command.split(' ')[0]} …, ${how}`);
  expect(stderr).not.toContain('secret');
  expect(one.service.requests).toEqual([]);
});

test('login --keychain keeps the key with secret-tool, which reads it from stdin', async () => {
  await using one = await userWithTools();
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
  await using one = await userWithTools();
  const args = ['login', '--keychain', '--with-key', '--base-url', one.service.url];
  const { home, env } = one;
  const done = await runCli(args, { home, env, platform: 'win32', stdin: KEY });
  expect(done.exitCode).toBe(2);
  expect(done.stderr).toContain('mailvet config set apiKeyCommand <command>');
});

test('a stored key and a command take each other’s place', async () => {
  await using one = await userWithTools();
  await one.run('config', 'set', 'apiKey', KEY);
  await one.run('config', 'set', 'apiKeyCommand', 'echo x');
  expect((await one.run('config', 'get', 'apiKey')).exitCode).toBe(2);
  await one.run('config', 'set', 'apiKey', KEY);
  expect((await one.run('config', 'get', 'apiKeyCommand')).exitCode).toBe(2);
});
