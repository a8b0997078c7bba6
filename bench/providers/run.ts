/**
 * Verifies a mixed list of 20,000 addresses, by the shares of providers that real lists have, against
 * scripted hosts that enforce the limits of the provider table: sessions at a time, recipients a
 * session, refused recipients an hour. Counts each time that a limit is crossed, and how long
 * everybody else waits for a provider that wants to be left alone.
 *
 *     npm run bench:providers [addresses]
 *
 * The same list runs twice: with the table, and with a table that names nobody, as if each
 * registrable domain were a provider of which nothing is known.
 */
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createVerifier } from '../../src/verifier/create-verifier.ts';
import type { DnsAnswer, DnsSource, RecordType } from '../../src/verifier/dns/source.ts';
import { createPaceOf } from '../../src/verifier/providers/pace.ts';
import { BUILT_IN_PROVIDERS, BUILT_IN_TABLE } from '../../src/verifier/providers/provider-table.ts';

const SIZE = Number(process.argv[2] ?? 20_000);
/** Milliseconds. Limits are counts: a longer way makes the run longer and nothing else. */
const ROUND_TRIP = 2;
/** Every so many addresses one does not exist. */
const MISSING = 10;
const paceOf = createPaceOf(BUILT_IN_TABLE);

/** Share of the list, and the mail host of its domains. */
const SHARES: readonly (readonly [number, string, string])[] = [
  [0.34, 'gmail-smtp-in.l.google.com', 'google'],
  [0.05, 'd.olc.protection.outlook.com', 'outlook-com'],
  [0.16, 'd.mail.protection.outlook.com', 'microsoft-365'],
  [0.08, 'mta5.am0.yahoodns.net', 'yahoo'],
  [0.04, 'mx01.mail.icloud.com', 'icloud'],
  [0.03, 'mx00.gmx.net', 'gmx'],
  [0.01, 'smtp-in.orange.fr', 'orange'],
  [0.01, 'mx3.qq.com', 'qq'],
  [0.02, 'us-smtp-inbound-1.mimecast.com', 'mimecast us'],
  [0.02, 'mxa-1.gslb.pphosted.com', 'proofpoint-enterprise'],
  [0.01, 'd.ess.barracudanetworks.com', 'barracuda'],
  [0.005, 'esa1.hc1.iphmx.com', 'cisco'],
  [0.01, 'smtp.secureserver.net', 'godaddy'],
  [0.01, 'mx.zoho.com', 'zoho-mail com'],
  // It says at once that it has seen too many unknown users.
  [0.005, 'smtp-in.sfr.fr', 'sfr'],
];

interface Crowd {
  readonly host: string;
  readonly key: string;
  open: number;
  peak: number;
  refused: number;
  crossed: number;
}

const crowds = new Map<string, Crowd>(
  SHARES.map(([, host, key]) => [key, { host, key, open: 0, peak: 0, refused: 0, crossed: 0 }]),
);

/** One server for all; who is meant shows in the recipient's domain. */
function serve(socket: Socket): void {
  let rest = '';
  let recipients = 0;
  let crowd: Crowd | undefined;
  socket.on('error', () => {});
  socket.on('close', () => crowd && crowd.open--);
  const say = (line: string) => setTimeout(() => socket.write(`${line}\r\n`), ROUND_TRIP);
  say('220 bench ESMTP');
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString()).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, local = '', domain = ''] = /^RCPT TO:<([^@]*)@([^>]*)>/.exec(line) ?? [];
      if (line.startsWith('EHLO')) say('250-bench\r\n250 PIPELINING');
      else if (line === 'QUIT') setTimeout(() => socket.end('221 Bye\r\n'), ROUND_TRIP);
      else if (domain === '') say('250 2.1.0 Ok');
      else {
        crowd ??= enter(domain);
        say(answer(crowd, local, ++recipients));
      }
    }
  });
}

function enter(domain: string): Crowd | undefined {
  const crowd = crowds.get(keyOf(domain));
  if (!crowd) return undefined;
  crowd.peak = Math.max(crowd.peak, ++crowd.open);
  if (crowd.open > paceOf(crowd.key).connections) crowd.crossed++;
  return crowd;
}

function answer(crowd: Crowd | undefined, local: string, recipients: number): string {
  const isMissing = local.startsWith('x') || local.startsWith('gone');
  if (!crowd) return isMissing ? '550 5.1.1 User unknown' : '250 2.1.5 Ok';
  const pace = paceOf(crowd.key);
  if (recipients > pace.recipientsPerSession) crowd.crossed++;
  if (crowd.key === 'sfr') return '450 4.7.1 Too many unknown users SFR_IN_104';
  if (!isMissing || crowd.key === 'yahoo') return '250 2.1.5 Ok';
  if (++crowd.refused > pace.refusedPerHour) crowd.crossed++;
  return crowd.key === 'microsoft-365'
    ? '550 5.4.1 Recipient address rejected: Access denied'
    : '550 5.1.1 User unknown';
}

const domainOf = (key: string) => `${key.replaceAll(' ', '--')}.test`;
const keyOf = (domain: string) => domain.replace('.test', '').replaceAll('--', ' ');

/** Scattered as real lists are; what no share names is companies with hosts of their own. */
function listOf(size: number): string[] {
  const emails: string[] = [];
  let seed = 1;
  for (let at = 0; at < size; at++) {
    seed = (seed * 48_271) % 2_147_483_647;
    const draw = seed / 2_147_483_647;
    const name = at % MISSING === 0 ? `gone${at}` : `u${at}`;
    emails.push(`${name}@${domainFor(draw, at)}`);
  }
  return emails;
}

function domainFor(draw: number, at: number): string {
  let sum = 0;
  for (const [share, , key] of SHARES) {
    sum += share;
    if (draw < sum) return domainOf(key);
  }
  return `company${at % 400}.test`;
}

const dns: DnsSource = {
  async query<Type extends RecordType>(type: Type, name: string) {
    await sleep(ROUND_TRIP);
    const exchange = crowds.get(keyOf(name))?.host ?? `mx.${name}`;
    const records = type === 'MX' ? [{ preference: 10, exchange }] : ['127.0.0.1'];
    return { kind: 'records', records, ttl: 300 } as unknown as DnsAnswer<Type>;
  },
};

async function run(title: string, providers: typeof BUILT_IN_PROVIDERS, port: number) {
  for (const crowd of crowds.values()) Object.assign(crowd, { peak: 0, refused: 0, crossed: 0 });
  const settings = { helo: 'bench.mailvet.test', port, allowNetwork: ['127.0.0.0/8'] };
  const verifier = createVerifier({ ...settings, providers, greylistRetries: [] }, { dns });
  const emails = listOf(SIZE);
  const ends = new Map<string, number>();
  const started = performance.now();
  let decided = 0;
  await verifier.verifyAll(emails, (index, finding) => {
    if (finding.decided) decided++;
    const domain = emails[index]?.split('@')[1] ?? '';
    const who = crowds.has(keyOf(domain)) ? keyOf(domain) : 'companies';
    ends.set(who, (performance.now() - started) / 1000);
  });
  const seconds = (performance.now() - started) / 1000;
  await verifier.close();
  const crossed = [...crowds.values()].reduce((sum, one) => sum + one.crossed, 0);
  console.log(
    `\n${title}: ${(SIZE / seconds).toFixed(0)} addresses/s, ${seconds.toFixed(1)} s, decided ${decided} of ${SIZE}, limits crossed ${crossed} times`,
  );
  for (const [who, end] of [...ends].sort((a, b) => b[1] - a[1])) {
    const crowd = crowds.get(who);
    const counts = crowd ? `peak ${crowd.peak}, crossed ${crowd.crossed}` : '';
    console.log(`  ${who.padEnd(24)} done after ${end.toFixed(1).padStart(6)} s  ${counts}`);
  }
}

const server = createServer({ noDelay: true }, serve).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const { port } = server.address() as { port: number };
const nameless = BUILT_IN_PROVIDERS.map(({ id, name, kind, confidence, sources, date }) => {
  return { id, name, kind, confidence, sources, date, mx: [], rcpt: 'unknown' as const };
});
await run('without the table', nameless, port);
await run('with the table', [], port);
server.close();
