/** What the verifiers from npm share: each checks one address, and resolves and connects by Node. */
import dns from 'node:dns';
import { createRequire } from 'node:module';
import net, { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PeerAnswer, VerifyJob } from './contender.ts';

/** Loads what bench/peers installs. */
export const requirePeer = createRequire(new URL('../peers/package.json', import.meta.url));

/** An address that exists in the world, for verifiers that name a sender. */
export const SENDER = 'ann@mv--plain.com';
export const HELO = 'mx.mv--plain.com';
/** Milliseconds for whatever time-out a verifier lets its user choose: RFC 5321 asks for patience. */
export const TIME_LIMIT = 30_000;

const CONCURRENCY = 20;

type Check = (email: string) => Promise<PeerAnswer>;

/**
 * Gives each address to `check`, some at a time; port 25 becomes the world's port, and names become
 * addresses by the world's name servers.
 */
export function verifyEach(prepare: (port: number) => Check): VerifyJob {
  return async (job, report) => {
    redirect(job.resolvers, job.port);
    const check = prepare(job.port);
    const left = job.emails.values();
    const work = async () => {
      for (const email of left) report(email, await checkWithin(job.addressLimit, check, email));
    };
    await Promise.all(Array.from({ length: job.atOnce ?? CONCURRENCY }, work));
  };
}

async function checkWithin(limit: number, check: Check, email: string): Promise<PeerAnswer> {
  const late: PeerAnswer = { answer: 'undecided', words: 'no answer in time' };
  const tooLate = sleep(limit, late, { ref: false });
  // An error says that nothing is known.
  const failed = (error: unknown): PeerAnswer => ({ answer: 'undecided', words: `threw ${error}` });
  return Promise.race([check(email).catch(failed), tooLate]);
}

function redirect(resolvers: readonly string[], port: number): void {
  dns.setServers(resolvers);
  Object.assign(dns, { lookup });
  const ported = (connect: (...args: unknown[]) => net.Socket) => {
    return (first: unknown, ...rest: unknown[]) => {
      if (first === 25) return connect(port, ...rest);
      return connect(isToMail(first) ? { ...first, port } : first, ...rest);
    };
  };
  const connect = ported(net.connect as (...args: unknown[]) => net.Socket);
  Object.assign(net, { connect, createConnection: connect });
}

function isToMail(options: unknown): options is { port: 25 } {
  return (
    typeof options === 'object' && options !== null && 'port' in options && options.port === 25
  );
}

type Found = (error: Error | null, address?: unknown, family?: number) => void;

/** `dns.lookup` with the world's name servers. */
function lookup(name: string, options: dns.LookupOptions | Found, done?: Found): void {
  const answer = (typeof options === 'function' ? options : done) ?? (() => {});
  const all = typeof options === 'object' && options.all === true;
  findAddresses(name).then((found) => {
    const [first = ''] = found;
    if (all)
      answer(
        null,
        found.map((address) => ({ address, family: isIP(address) })),
      );
    else answer(null, first, isIP(first));
  }, answer);
}

async function findAddresses(name: string): Promise<readonly string[]> {
  if (isIP(name)) return [name];
  // RFC 6761: no name server is asked about it.
  if (name === 'localhost') return ['127.0.0.1'];
  try {
    return await dns.promises.resolve4(name);
  } catch {
    return dns.promises.resolve6(name);
  }
}
