/** Postfix and Exim as test:mta starts them, at addresses of the benchmark and at its port. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answersAt } from '../../../test/mta/answers.ts';
import { startExim } from '../../../test/mta/exim.ts';
import { openGreylist } from '../../../test/mta/greylist.ts';
import type { ServerPlace } from '../../../test/mta/mail-server.ts';
import { startPostfix } from '../../../test/mta/postfix.ts';
import type { Records } from './resolvers.ts';

export interface RealServer extends AsyncDisposable {
  readonly zone: ReadonlyMap<string, Records>;
  /** Its greylist begins again. */
  forget(): void;
}

/** With the ends of their addresses. */
const SERVERS = {
  postfix: { start: startPostfix, plain: '1.1', tls: '1.2' },
  exim: { start: startExim, plain: '1.3', tls: '1.4' },
};

const PLACES = {
  postfix: [process.env.MAILVET_POSTFIX, '/usr/sbin/postfix'],
  exim: [process.env.MAILVET_EXIM, '/usr/sbin/exim4', '/usr/sbin/exim'],
};

/** Where the programs are; both need root to give it up for another user. */
export function findBinaries(): Readonly<Record<string, string>> {
  if (process.getuid?.() !== 0 || !hasOtherUsers()) return {};
  const found = Object.entries(PLACES).map(([name, places]) => [
    name,
    places.find((place) => place && existsSync(place)),
  ]);
  return Object.fromEntries(found.filter(([, place]) => place !== undefined));
}

interface Ground {
  /** The first two numbers of their addresses. */
  readonly network: string;
  readonly port: number;
}

/** Root of a namespace of its own may be its only user. */
function hasOtherUsers(): boolean {
  const map = '/proc/self/uid_map';
  return !existsSync(map) || !/ 1\n$/.test(readFileSync(map, 'utf8'));
}

export async function startRealServers(
  binaries: Readonly<Record<string, string>>,
  ground: Ground,
): Promise<RealServer[]> {
  const names = (['postfix', 'exim'] as const).filter((name) => binaries[name] !== undefined);
  const started: RealServer[] = [];
  for (const name of names) started.push(await start(name, binaries[name] ?? '', ground));
  return started;
}

async function start(
  name: keyof typeof SERVERS,
  binary: string,
  { network, port }: Ground,
): Promise<RealServer> {
  const { start } = SERVERS[name];
  const [plain, tls] = [`${network}.${SERVERS[name].plain}`, `${network}.${SERVERS[name].tls}`];
  const stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), `mailvet-${name}-`));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const greylist = stack.use(await openGreylist());
  const certificate = { cert: support('cert.pem'), key: support('key.pem') };
  const place = { addresses: { plain, tls }, port, domains: domainsOf(name) };
  const parts = { folder, greylistPort: greylist.port, certificate, place };
  stack.use(await start(binary, parts));
  await Promise.all([plain, tls].map((address) => answersAt(address, port)));
  return {
    zone: zoneOf(place),
    forget: greylist.forget,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const support = (name: string) =>
  fileURLToPath(new URL(`../../../test/support/tls/${name}`, import.meta.url));

function domainsOf(name: string): ServerPlace['domains'] {
  const domain = (kind: string) => `mv--${name}-${kind}.com`;
  return {
    main: domain('main'),
    tls: domain('tls'),
    greylisted: domain('greylisted'),
    catchAll: domain('catchall'),
  };
}

function zoneOf({ domains, addresses }: ServerPlace): Map<string, Records> {
  const zone = new Map<string, Records>();
  for (const domain of Object.values(domains)) {
    zone.set(domain, { MX: [[10, `mx.${domain}`]] });
    zone.set(`mx.${domain}`, { A: [domain === domains.tls ? addresses.tls : addresses.plain] });
  }
  return zone;
}
