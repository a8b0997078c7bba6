/** Runs in which nothing can be learnt of any mailbox, through the embedded service. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { startService } from '../../src/composition/serve.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createVerifier } from '../../src/verifier/create-verifier.ts';
import type { Finding, FindingReason, Verifier } from '../../src/verifier/verifier.ts';
import { batchWorld } from '../support/batch-world.ts';
import { type Asked, DnsServer, denial, type Replying } from '../support/dns-server.ts';
import { fakeVerifier, findingOf } from '../support/fake-verifier.ts';
import { instantClock } from '../support/manual-clock.ts';
import { type CliOptions, runCli, temporaryHome } from '../support/run-cli.ts';

const NXDOMAIN = 3;
const SERVFAIL = 2;
const REFUSED = 5;
const wildcard: Replying = (name, type) =>
  type === 'A' ? [{ type: 'A', name, ttl: 60, data: '127.0.0.99' }] : denial();

const RESOLVERS: readonly (readonly [string, Replying, RegExp])[] = [
  ['denies all', () => NXDOMAIN, /DNS returns wrong answers here/],
  ['denies all with an SOA', () => denial(NXDOMAIN), /DNS returns wrong answers here/],
  ['has no records at all', () => denial(), /DNS returns wrong answers here/],
  ['refuses', () => REFUSED, /DNS is not answering/],
  ['fails', () => SERVFAIL, /DNS is not answering/],
  ['has an address for every name', wildcard, /DNS returns wrong answers here/],
];

const list = (rows: number) =>
  `email\n${Array.from({ length: rows }, (_, at) => `ann@domain${at % 50}x${at}.example.com\n`).join('')}`;

interface Blind {
  readonly home: string;
  run(line: string, options?: CliOptions): ReturnType<typeof runCli>;
}

async function blind<T>(reply: Replying, work: (world: Blind) => Promise<T>): Promise<T> {
  using server = await DnsServer.listen(reply, { repliesToChecks: true });
  await using home = await temporaryHome();
  writeFileSync(join(home.path, 'list.csv'), list(200));
  return await work({
    home: home.path,
    run: (line, options = {}) =>
      runCli([...line.split(' '), '--dns', server.address], { home: home.path, ...options }),
  });
}

describe.each(RESOLVERS)('with a resolver that %s', (_, reply, said) => {
  it('verify says so and tells nobody undeliverable', async () => {
    const { stdout, stderr, exitCode } = await blind(reply, ({ run }) =>
      run('verify ann@example.com'),
    );
    expect(stdout).toMatch(/^ann@example.com\tunknown\t/);
    expect(stderr).toMatch(said);
    expect(stderr).toContain('mailvet doctor');
    expect(exitCode).toBe(5);
  });

  it('a batch of 200 says so, writes every row as unknown and ends with 5', async () => {
    await blind(reply, async ({ run, home }) => {
      const { stderr, exitCode } = await run('clean list.csv');
      expect(exitCode).toBe(5);
      expect(stderr).toMatch(said);
      expect(stderr).toMatch(/mailvet batch retry job_/);
      const rows = readFileSync(join(home, 'list.verified.csv'), 'utf8').trim().split('\n');
      expect(rows).toHaveLength(201);
      expect(rows.filter((row) => row.includes('unknown'))).toHaveLength(200);
      expect(readFileSync(join(home, 'list.verified.html'), 'utf8')).toMatch(said);
      expect(keptAnswers(join(home, '.local/share/mailvet/mailvet.db'))).toBe(0);
    });
  });
});

it.each([
  [
    'en',
    'verified by the embedded service.',
    "> DNS is not answering, so mail servers can't be found. Addresses stay unknown, not dead; see: mailvet doctor\n",
  ],
  [
    'de',
    'geprüft von dem eingebetteten Dienst.',
    'Die Adressen bleiben unbekannt, nicht ungültig; siehe: mailvet doctor\n',
  ],
])('a report in %s names the problem and the service', async (lang, service, problem) => {
  await blind(
    () => REFUSED,
    async ({ run, home }) => {
      await run(`clean list.csv --report r.md --lang ${lang}`);
      const report = readFileSync(join(home, 'r.md'), 'utf8');
      expect(report).toContain(service);
      expect(report).toContain(problem);
    },
  );
});

/** Missing replies: the question is given up. */
const SILENT: readonly (readonly [string, Replying])[] = [
  ['says nothing', () => undefined],
  ['leaves the question out', (_name, _type, asked) => ({ raw: [withoutQuestion(asked)] })],
];

function withoutQuestion({ id }: Asked): Buffer {
  const packet = Buffer.alloc(12);
  packet.writeUInt16BE(id);
  // QR, RD, RA and NXDOMAIN; all four counts are 0.
  packet.writeUInt16BE(0x8183, 2);
  return packet;
}

describe.each(SILENT)('with a resolver that %s', (_, reply) => {
  it('nobody is undeliverable, DNS is named, and nothing is kept', async () => {
    using server = await DnsServer.listen(reply, { repliesToChecks: true });
    const clock = instantClock({ endless: 15_000 });
    const verifier = createVerifier({ dns: [server.address] }, { clock });
    await withService({ verifier }, async ({ run, home }) => {
      const single = await run('verify ann@example.com');
      expect(single.stdout).toMatch(/^ann@example.com\tunknown\t/);
      writeFileSync(join(home, 'list.csv'), list(200));
      const batch = await run('clean list.csv');
      for (const { stderr, exitCode } of [single, batch]) {
        expect(stderr).toMatch(/DNS is not answering.*mailvet doctor/);
        expect(exitCode).toBe(5);
      }
      const rows = readFileSync(join(home, 'list.verified.csv'), 'utf8').trim().split('\n');
      expect(rows.filter((row) => row.includes('unknown'))).toHaveLength(200);
      expect(keptAnswers(join(home, 'service.db'))).toBe(0);
    });
  });
});

/** Answers in the cache of a service. */
function keptAnswers(path: string): unknown {
  using database = new DatabaseSync(path);
  return database.prepare('SELECT count(*) AS kept FROM cached_answers').get()?.kept;
}

describe('a service elsewhere', () => {
  it.each(RESOLVERS)('with a resolver that %s is seen to be blind', async (_, reply, said) => {
    using server = await DnsServer.listen(reply, { repliesToChecks: true });
    await withService({ dns: [server.address] }, async ({ run, home }) => {
      const single = await run('verify ann@example.com');
      expect(single.stderr).toMatch(said);
      expect(single.stderr).toContain('mailvet doctor on the machine of the service');
      expect(single.exitCode).toBe(5);
      writeFileSync(join(home, 'list.csv'), list(20));
      const { stderr, exitCode } = await run('clean list.csv');
      expect(exitCode).toBe(5);
      expect(stderr).toMatch(said);
      expect(readFileSync(join(home, 'list.verified.html'), 'utf8')).toMatch(said);
    });
  });

  it('that says so is believed of a list of any length', async () => {
    const verifier = { ...findingNothing('no_connection'), problems };
    await withService({ verifier }, async ({ run, home }) => {
      writeFileSync(join(home, 'list.csv'), list(1));
      const { stderr, exitCode } = await run('clean list.csv --stop-when-blind');
      expect(stderr).toMatch(/outbound port 25 is closed/);
      expect(exitCode).toBe(5);
    });
  });

  it.each([
    [8, 5],
    [7, 0],
  ])('that does not say so shows it by the reasons of %i results: %i', async (rows, code) => {
    await withService({ verifier: findingNothing('no_connection') }, async ({ run, home }) => {
      writeFileSync(join(home, 'list.csv'), list(rows));
      const { stderr, exitCode } = await run('clean list.csv');
      expect(/outbound port 25 is closed/.test(stderr)).toBe(code === 5);
      expect(exitCode).toBe(code);
    });
  });

  it('is not blind where a single mailbox was learnt of', async () => {
    const blind = findingNothing('dns_failure');
    const verifier = { ...blind, verify: async (email: string) => findingOf(email), problems };
    await withService({ verifier }, async ({ run }) => {
      const { stderr, exitCode } = await run('verify ann@example.com');
      expect(stderr).toMatch(/outbound port 25 is closed/);
      expect(exitCode).toBe(0);
    });
  });

  it('is not judged where it is not one of ours', async () => {
    await using world = await batchWorld({ leaveOut: ['deliverable', 'smtp'] });
    world.write('list.csv', list(20));
    const { exitCode, stderr } = await world.run('clean list.csv');
    expect(stderr).not.toMatch(/doctor/);
    expect(exitCode).toBe(0);
  });
});

const problems = () => ['port_25_closed'] as const;

/** A verifier that learns nothing of any address. */
function findingNothing(reason: FindingReason): Verifier {
  const find = (email: string): Finding => {
    const nothing = { deliverable: false, smtp: false, score: 45, decided: false, reason };
    return { ...findingOf(email), ...nothing };
  };
  return {
    ...fakeVerifier(),
    verify: async (email) => find(email),
    verifyAll: async (emails, report) => {
      for (const [at, email] of emails.entries()) report(at, find(email));
    },
  };
}

interface Elsewhere {
  readonly dns?: readonly string[];
  readonly verifier?: Verifier;
}

/** A service of ours, and a command line that knows it by its address alone. */
async function withService(
  { dns, verifier }: Elsewhere,
  work: (world: Blind) => Promise<void>,
): Promise<void> {
  await using home = await temporaryHome();
  const database = join(home.path, 'service.db');
  const settings = { database, host: '127.0.0.1', port: 0, ...(dns && { verifier: { dns } }) };
  const deps = { clock: systemClock, random: Math.random, ...(verifier && { verifier }) };
  const service = await startService(settings, deps);
  try {
    const env = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.firstKey ?? '' };
    const run: Blind['run'] = (line, options = {}) =>
      runCli(line.split(' '), { env, home: home.path, ...options });
    await work({ home: home.path, run });
  } finally {
    await service.close();
  }
}

describe('a blind run', () => {
  it('stops at once with --stop-when-blind, and writes what there is', async () => {
    await blind(
      () => REFUSED,
      async ({ run, home }) => {
        const { stderr, exitCode } = await run('clean list.csv --stop-when-blind');
        expect(exitCode).toBe(5);
        expect(stderr).toMatch(/Stopped: DNS is not answering/);
        expect(stderr).toMatch(/mailvet batch resume job_/);
        expect(existsSync(join(home, 'list.verified.csv'))).toBe(true);
      },
    );
  });

  it('gives what is known without a network, and no pages that call every address unknown', async () => {
    await blind(
      () => REFUSED,
      async ({ run, home }) => {
        const rows = [
          'ann@gmial.com',
          'info@b.example',
          'x@mailinator.com',
          'a@@b',
          'cy@c.example',
        ];
        writeFileSync(join(home, 'own.csv'), `email\n${[...rows, 'cy@c.example'].join('\n')}\n`);
        const { stderr, exitCode } = await run('clean own.csv --stop-when-blind');
        expect(exitCode).toBe(5);
        expect(stderr).toContain(
          'Known without a network: 1 syntax error, 1 likely typo, 1 disposable address, 1 role address, 1 duplicate.',
        );
        expect(stderr).toContain('1 likely typo: the column suggestion');
        expect(readFileSync(join(home, 'own.verified.csv'), 'utf8')).toContain('ann@gmail.com');
        expect(existsSync(join(home, 'own.verified.html'))).toBe(false);
        expect(existsSync(join(home, 'own.import.csv'))).toBe(false);
      },
    );
  });

  it('asks in a terminal whether to go on', async () => {
    await blind(
      () => REFUSED,
      async ({ run, home }) => {
        const terminal = ['stdin', 'stdout', 'stderr'] as const;
        const { stderr, exitCode } = await run('clean list.csv', { terminal, typed: ['n'] });
        expect(stderr).toContain('Go on? [y/N]');
        expect(exitCode).toBe(5);
        expect(existsSync(join(home, 'list.verified.csv'))).toBe(true);
      },
    );
  });

  it.each([
    [
      1,
      '1 of 201 addresses needs DNS and mail servers; the others are verified all the same',
      false,
    ],
    [
      30,
      '30 of 230 addresses need DNS and mail servers; the others are verified all the same',
      true,
    ],
  ])(
    '%i beside sandbox addresses: says that only these are in question',
    async (count, said, asks) => {
      const { stderr } = await blind(
        () => REFUSED,
        async ({ run, home }) => {
          const sandbox = Array.from({ length: 200 }, (_, at) => `ada${at}@sandbox.test\n`);
          const others = Array.from({ length: count }, (_, at) => `ann@domain${at}.example.com\n`);
          writeFileSync(join(home, 'list.csv'), ['email\n', ...sandbox, ...others].join(''));
          const terminal = ['stdin', 'stdout', 'stderr'] as const;
          return await run('clean list.csv', { terminal, typed: ['y'], columns: 400 });
        },
      );
      expect(stderr).toContain(said);
      expect(stderr.includes('Go on?')).toBe(asks);
    },
  );

  describe('of verify in a terminal', () => {
    const terminal = ['stdin', 'stdout', 'stderr'] as const;
    const some = (count: number) =>
      Array.from({ length: count }, (_, at) => `ann@domain${at}.example.com`).join(' ');

    it('asks nothing for a few addresses', async () => {
      const { stdout, stderr, exitCode } = await blind(
        () => REFUSED,
        ({ run }) => run(`verify ${some(3)}`, { terminal }),
      );
      expect(stderr).toContain('DNS is not answering');
      expect(stderr).not.toContain('Go on?');
      expect(stdout.match(/unknown/g)).toHaveLength(3);
      expect(exitCode).toBe(5);
    });

    it('prints and sends nothing before the answer, and nothing after a no', async () => {
      const printed: string[] = [];
      const { stdout, stderr, exitCode } = await blind(
        () => REFUSED,
        ({ run }) =>
          run(`verify ${some(30)}`, {
            terminal,
            typed: ['n'],
            onStdout: (text) => printed.push(text),
          }),
      );
      expect(stderr).toContain('Go on? [y/N]');
      expect(printed.join('')).not.toContain('example.com');
      expect(stdout).not.toContain('example.com');
      expect(stderr).toContain('Stopped: DNS is not answering');
      expect(exitCode).toBe(5);
    });

    it('prints all after a yes', async () => {
      const { stdout, exitCode } = await blind(
        () => REFUSED,
        ({ run }) => run(`verify ${some(30)}`, { terminal, typed: ['y'] }),
      );
      expect(stdout.match(/unknown/g)).toHaveLength(30);
      expect(exitCode).toBe(5);
    });
  });

  it('is none where the resolver is honest and the domain is gone', async () => {
    using server = await DnsServer.listen(() => denial(NXDOMAIN, 'example.com'));
    const { stdout, exitCode } = await runCli([
      'verify',
      'ann@gone.example.com',
      '--dns',
      server.address,
    ]);
    expect(stdout).toMatch(/^ann@gone.example.com\tundeliverable\tno_mx/);
    expect(exitCode).toBe(0);
  });

  it('believes every answer with --dns-check off', async () => {
    const { stdout, exitCode } = await blind(
      () => NXDOMAIN,
      ({ run }) => run('verify ann@gone.example.com --dns-check off'),
    );
    expect(stdout).toMatch(/undeliverable\tno_mx/);
    expect(exitCode).toBe(0);
  });

  it('is not kept: the next one asks again', async () => {
    let honest = false;
    const reply: Replying = (name, type) => {
      if (!honest) return REFUSED;
      if (type === 'NS') return [{ type, name, ttl: 9, data: 'ns.example.com' }];
      return denial(NXDOMAIN, name.endsWith('.invalid') ? '.' : 'example.com');
    };
    await blind(reply, async ({ run }) => {
      expect((await run('verify ann@gone.example.com')).exitCode).toBe(5);
      honest = true;
      expect((await run('verify ann@gone.example.com')).stdout).toMatch(/undeliverable\tno_mx/);
    });
  });
});
