import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachTest } from '../support/each-test.ts';
import { freshUser, LAUNCHER, Program } from '../support/run-program.ts';
import { startStandIn } from '../support/stand-in.ts';

const user = eachTest(freshUser);

describe('the built program', () => {
  it('ends with 130 at Ctrl-C, and at once at the second', async () => {
    await using service = await startStandIn();
    service.fail('verify', { kind: 'hold', until: new Promise(() => {}) });
    const env = { ...user.env, MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
    const { child, ended } = new Program(process.execPath, [LAUNCHER, 'verify', 'a@b.de'], { env });
    await service.arrived('verify');
    child.kill('SIGINT');
    child.kill('SIGINT');
    // The second may come when Node has given up its handlers: a shell sees 130 in both cases.
    const { exitCode, stderr } = await ended;
    expect([
      [130, null],
      [null, 'SIGINT'],
    ]).toContainEqual([exitCode, child.signalCode]);
    expect(stderr).toMatch(/^(mailvet: Interrupted\n)?$/);
  });

  it('gives results out while its stdin stays open', async () => {
    await using service = await startStandIn();
    const env = { ...user.env, MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
    const program = new Program(process.execPath, [LAUNCHER, 'verify'], { env });
    program.child.stdin?.write('a@b.de\n');
    const [line] = await program.until(/^.+$/m);
    expect(line).toBe('a@b.de\tdeliverable\taccepted\t95');
    expect(await program.end('SIGTERM')).toMatchObject({ exitCode: 143 });
  });

  it('serves until SIGTERM: the key first, then the ready line', async () => {
    const { program, key, url } = await user.serve();
    expect(program.stdout).toMatch(/^[^\n]*: mv_[A-Za-z0-9_-]{40}\nmailvet service listening on /);
    const args = ['verify', 'ann@sandbox.test', '--base-url', url, '--api-key', key];
    expect(await user.run(args)).toMatchObject({
      stdout: 'ann@sandbox.test\tdeliverable\taccepted\t100\n',
    });
    expect(await program.end('SIGTERM')).toMatchObject({ exitCode: 0 });
  });

  it('says at the first use alone that the embedded service works, later with --debug', async () => {
    const first = await user.run(['verify', 'ann@sandbox.test', 'bob@sandbox.test']);
    expect(first.stderr.match(/embedded service/g)).toHaveLength(1);
    expect((await user.run(['verify', 'ann@sandbox.test'])).stderr).toBe('');
    const debug = await user.run(['verify', 'ann@sandbox.test', '--debug']);
    expect(debug.stderr).toContain('embedded service');
  });

  it('asks the embedded service without Node’s server for HTTP and its fetch', async () => {
    const watch = join(user.home, 'watch.mjs');
    await writeFile(
      watch,
      `process.on('exit', () => process.stderr.write(process.moduleLoadList.join('\\n')));`,
    );
    const line = `'${process.execPath}' --import '${watch}' '${LAUNCHER}' verify ann@sandbox.test`;
    const { stdout, stderr } = await user.shell(line);
    expect(stdout).toContain('deliverable');
    expect(stderr).toContain('NativeModule net');
    expect(stderr).not.toMatch(/NativeModule (http2?|internal\/deps\/undici\/undici)$/m);
  });

  it('says nothing of the embedded service with --quiet', async () => {
    const quiet = await user.run(['verify', 'ann@sandbox.test', '--quiet']);
    expect(quiet).toEqual({
      stdout: 'ann@sandbox.test\tdeliverable\taccepted\t100\n',
      stderr: '',
      exitCode: 0,
    });
  });

  it('prints a key of a team alone on stdout, and revokes it', async () => {
    await user.run(['admin', 'team', 'create', 'shop', '--quota', '10/month']);
    const { stdout: key } = await user.run(['admin', 'key', 'create', '--team', 'shop']);
    expect(key).toMatch(/^mv_[A-Za-z0-9_-]{40}\n$/);
    const list = async () =>
      JSON.parse((await user.run(['admin', 'key', 'list', '--team', 'shop', '--json'])).stdout);
    const [created] = await list();
    expect(created).toMatchObject({
      team: 'shop',
      lastFour: key.trim().slice(-4),
      revokedAt: null,
    });
    await user.run(['admin', 'key', 'revoke', created.id]);
    expect((await list())[0].revokedAt).not.toBeNull();
    expect((await user.run(['admin', 'key', 'revoke', 'key_none'])).exitCode).toBe(2);
  });
});
