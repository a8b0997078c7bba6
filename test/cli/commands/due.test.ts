/** Which addresses mail hosts are asked for: the whole program against a service of ours. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startService } from '../../../src/composition/serve.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { eachTest } from '../../support/each-test.ts';
import type { MailScript } from '../../support/mail-host.ts';
import { isRandom, MailWorld } from '../../support/mail-world.ts';
import { runCli, type TemporaryHome, temporaryHome } from '../../support/run-cli.ts';

const home = eachTest(dueHome);

async function dueHome() {
  const home = await temporaryHome();
  const known = 'email\nada@sandbox.test\nfull@sandbox.test\n';
  writeFileSync(join(home.path, 'known.csv'), known);
  writeFileSync(join(home.path, 'list.csv'), `${known}fresh@sandbox.test\nADA@Sandbox.test\n`);
  const { exitCode } = await runCli(['clean', 'known.csv', '--quiet'], { home: home.path });
  expect(exitCode).toBe(0);
  return home;
}

const run = (home: TemporaryHome, line: string) => runCli(line.split(' '), { home: home.path });
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

describe('mailvet due', () => {
  it('says of each address whether it needs another look, and what is known', async () => {
    const { stdout, stderr, exitCode } = await run(home, 'due list.csv --json');
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { email: 'ada@sandbox.test', due: false, verdict: 'deliverable', checkedAt: TIME },
      { email: 'full@sandbox.test', due: false, verdict: 'undeliverable', checkedAt: TIME },
      { email: 'fresh@sandbox.test', due: true, verdict: null, checkedAt: null },
      { email: 'ADA@sandbox.test', due: true, verdict: null, checkedAt: null },
    ]);
    expect(stderr).toContain('Due: 2 of 4 addresses');
    expect(stderr).toContain('mailvet batch submit list.csv --due --wait verifies these alone');
    expect(exitCode).toBe(0);
  });

  it('shows people a table under headings, and the answer last', async () => {
    const { stdout, stderr } = await runCli(['due', 'list.csv'], {
      home: home.path,
      terminal: ['stdout'],
      env: { NO_COLOR: '1' },
    });
    expect(stdout).toMatch(/^EMAIL +DUE +VERDICT +CHECKED\nada@sandbox\.test +no +deliverable +\S/);
    expect(stdout).toMatch(/\nfresh@sandbox\.test +yes\n/);
    expect(stdout.match(/EMAIL/g)).toHaveLength(1);
    expect(stderr).toContain('Due: 2 of 4 addresses');
    const piped = await run(home, 'due list.csv');
    expect(piped.stdout).toMatch(/^ada@sandbox\.test\tfalse\tdeliverable\t/);
  });

  it('asks nobody', async () => {
    const before = await run(home, 'history --json');
    await run(home, 'due list.csv');
    expect((await run(home, 'history --json')).stdout).toBe(before.stdout);
  });
});

describe('batch submit --due', () => {
  it('verifies what is due alone; the others come back with their verdict and its date', async () => {
    const due = await run(home, 'due list.csv --json');
    const { checkedAt } = JSON.parse(due.stdout.split('\n')[0] ?? '');
    const { stdout, stderr } = await run(home, 'batch submit list.csv --due --wait -o -');
    expect(stderr).toContain('To be verified: 2 of 4 addresses; the others are known');
    const [head = '', first = '', ...others] = stdout.trimEnd().split('\n');
    expect(head.endsWith(',detail,checked_at')).toBe(true);
    expect(first).toContain(`,deliverable,accepted,,,accepted,${checkedAt}`);
    expect(others.map((row) => row.split(',')[10])).toEqual([
      'undeliverable',
      'deliverable',
      'deliverable',
    ]);
  });

  it('sends nothing where nothing is due, and writes all that is known', async () => {
    const { stdout, stderr, exitCode } = await run(
      home,
      'batch submit known.csv --due --wait -o -',
    );
    expect(stderr).toContain('To be verified: 0 of 2 addresses; the others are known');
    expect(stdout).toContain('full@sandbox.test,full@sandbox.test,true,false');
    expect(exitCode).toBe(0);
    const list = await run(home, 'batch list --json');
    expect(JSON.parse(list.stdout)).toHaveLength(1);
  });

  it('goes neither with --sample nor with --dry-run', async () => {
    expect((await run(home, 'batch submit list.csv --due --sample 1')).exitCode).toBe(2);
    expect((await run(home, 'batch submit list.csv --due --dry-run')).exitCode).toBe(2);
  });
});

const HOSTED = ['a.test', 'gmail.com', 'googlemail.com', 'outlook.com', 'xn--bcher-kva.test'];
const LIVING: MailScript = { rcpt: (to) => (isRandom(to) ? '550 5.1.1 No' : '250 2.1.5 Ok') };

/** A service, and one host for all domains. `asked` has the recipients since the last call without controls. */
async function serve(script: MailScript) {
  const world = new MailWorld();
  const host = await world.host('mx.a.test', script);
  for (const domain of HOSTED) world.domain(domain, 'mx.a.test');
  const home = await temporaryHome();
  const service = await startService(
    { database: join(home.path, 'service.db'), host: '127.0.0.1', port: 0 },
    { clock: systemClock, random: Math.random, verifier: world.verifier() },
  );
  const env = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.firstKey ?? '' };
  let seen = 0;
  return {
    list(name: string, emails: readonly string[]) {
      writeFileSync(join(home.path, name), ['email', ...emails, ''].join('\n'));
    },
    async run(line: string) {
      const ended = await runCli(line.split(' '), { env, home: home.path });
      expect([ended.exitCode, ended.stderr]).toEqual([0, expect.any(String)]);
      return ended;
    },
    /** What another program asks for, letter for letter. */
    async verify(email: string) {
      const { MAILVET_BASE_URL: url, MAILVET_API_KEY: key } = env;
      const answer = await fetch(`${url}/api/v1/verify`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      });
      expect(answer.status).toBe(200);
    },
    asked(): string[] {
      const { recipients } = host;
      const since = recipients
        .slice(seen)
        .filter((to) => !isRandom(to) && !to.startsWith('postmaster@'));
      seen = recipients.length;
      return [...new Set(since)].sort();
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      await world[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `n${from + at}@a.test`);

describe('batch submit --due', () => {
  it('asks for no mailbox that is known by another of its addresses', async () => {
    await using service = await serve(LIVING);
    const known = ['ab@gmail.com', 'c.d@gmail.com', 'eve@outlook.com', 'Fay@a.test'];
    service.list('known.csv', [...known, 'a.b@gmail.com', 'gil@bücher.test', 'hal@A.test']);
    await service.run('clean known.csv --quiet');
    service.asked();
    const others = ['a.b+news@googlemail.com', 'CD@gmail.com', 'Eve+x@outlook.com', 'Fay@a.TEST'];
    const encoded = 'gil@xn--bcher-kva.test';
    service.list('list.csv', ['new@gmail.com', ...others, encoded, 'ab@gmail.com', 'hal@a.test']);
    const { stdout, stderr } = await service.run('batch submit list.csv --due --wait -o -');
    expect(service.asked()).toEqual(['new@gmail.com']);
    expect(stderr).toContain('To be verified: 1 of 7 addresses; the others are known');
    expect(stdout.match(/,deliverable,accepted,/g)).toHaveLength(8);
  });

  it('asks for none that another program asked for in its own spelling', async () => {
    await using service = await serve(LIVING);
    for (const email of ['ann@A.TEST', 'b.o.b@gmail.com', 'cid@Bücher.test'])
      await service.verify(email);
    service.asked();
    const same = ['ann@a.test', 'bob@gmail.com', 'cid@xn--bcher-kva.test'];
    service.list('list.csv', [...same, 'new@a.test', 'Ann@a.test']);
    await service.run('batch submit list.csv --due --wait -o -');
    expect(service.asked()).toEqual(['Ann@a.test', 'new@a.test']);
  });

  it.each([
    ['that knows its mailboxes', LIVING],
    ['that accepts all', {}],
    ['that refuses', { rcpt: () => '550 5.1.1 No' }],
  ])('asks a host %s for the due ones alone, in any number of batches', async (_, script) => {
    await using service = await serve(script);
    service.list('known.csv', numbered(0, 300));
    service.list('list.csv', numbered(100, 1400).toReversed());
    await service.run('clean known.csv --quiet');
    service.asked();
    const { stderr } = await service.run('batch submit list.csv --due --wait -o -');
    expect(stderr).toContain('To be verified: 1,100 of 1,300 addresses');
    const due = new Set(numbered(300, 1400));
    expect(service.asked().filter((email) => !due.has(email))).toEqual([]);
    await service.run('batch submit list.csv --due --wait --again -o -');
    expect(service.asked()).toEqual([]);
  });

  it('asks for undecided ones again, and for no decided one beside them', async () => {
    let isGrey = true;
    const deferred = (to: string) => to.startsWith('grey') && isGrey;
    await using service = await serve({
      rcpt: (to, session) =>
        deferred(to) ? '451 4.7.1 Greylisted' : (LIVING.rcpt?.(to, session) ?? ''),
    });
    const list = ['ann@a.test', 'grey1@a.test', 'bob@a.test', 'grey2@gmail.com'];
    service.list('list.csv', list);
    await service.run('clean list.csv --quiet');
    service.asked();
    isGrey = false;
    service.list('more.csv', ['ann@a.test', ...list, 'g.rey2@gmail.com']);
    await service.run('batch submit more.csv --due --wait -o -');
    expect(service.asked()).toEqual(['grey1@a.test', 'grey2@gmail.com']);
    await service.run('batch submit more.csv --due --wait -o -');
    expect(service.asked()).toEqual([]);
  });

  it('asks once for an address of several lists of one command', async () => {
    await using service = await serve(LIVING);
    service.list('known.csv', ['ann@a.test']);
    await service.run('clean known.csv --quiet');
    service.asked();
    service.list('one.csv', ['ann@a.test', 'new@a.test', 'ab@gmail.com']);
    service.list('two.csv', ['new@a.test', 'a.b@gmail.com', 'ann@a.test']);
    const { stderr } = await service.run('batch submit one.csv two.csv --due --wait');
    expect(service.asked()).toEqual(['ab@gmail.com', 'new@a.test']);
    expect(stderr).toContain('To be verified: 0 of 3 addresses');
  });
});
