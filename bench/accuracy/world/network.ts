/** A network without any other machine, in which this program has every address that it needs (Linux). */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Place } from './world.ts';

/** Public addresses, since verifiers refuse others. No packet to them leaves this network. */
export const OWN_NETWORK = {
  network: '44.128',
  mailPort: 25,
  dnsPort: 53,
} as const satisfies Place;

/** Set in such a network; a container without a network sets it itself. */
const INSIDE = 'MAIL_WORLD_INSIDE';

/**
 * Look-ups by the C library go to the name servers of /etc/resolv.conf, and not through the machine's own
 * resolver, whose socket a network does not hide.
 */
const HIDE = `set -e
mount --bind "$1/resolv.conf" /etc/resolv.conf
if [ -e /etc/nsswitch.conf ]; then mount --bind "$1/nsswitch.conf" /etc/nsswitch.conf; fi
if [ -d /run/nscd ]; then mount -t tmpfs none /run/nscd; fi
rm -r "$1"
shift
exec "$@"`;

/**
 * Starts this program again in a network of its own, and returns in there.
 *
 * @throws Error where that is not allowed.
 */
export function enterNetwork(): void {
  if (process.env[INSIDE]) {
    setUp();
    return;
  }
  const problem = findNetworkProblem();
  if (problem !== undefined) throw new Error(problem);
  const files = mkdtempSync(join(tmpdir(), 'mail-world-'));
  writeFileSync(join(files, 'resolv.conf'), '');
  writeFileSync(join(files, 'nsswitch.conf'), 'hosts: files dns\n');
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const hidden = ['sh', '-c', HIDE, 'sh', files, ...again];
  process.execve?.('/usr/bin/env', ['env', 'unshare', ...unshareFlags(), ...hidden], {
    ...process.env,
    [INSIDE]: '1',
  });
}

/** Why no network can be had, and what to do. */
export function findNetworkProblem(): string | undefined {
  const { error, stderr } = spawnSync('unshare', [...unshareFlags(), 'true'], { encoding: 'utf8' });
  const problem = error?.message ?? stderr.trim();
  if (problem === '') return undefined;
  return `The mail world needs a network of its own (${problem}). Run it as root of a Linux, or in the container of bench/accuracy/world/Dockerfile.`;
}

/** Root keeps its rights: Postfix needs other users. */
function unshareFlags(): readonly string[] {
  const own = ['--net', '--mount'];
  return process.getuid?.() === 0 ? own : ['--map-root-user', ...own];
}

function setUp(): void {
  const others = Object.keys(networkInterfaces()).filter((name) => name !== 'lo');
  if (others.length > 0) throw new Error(`${INSIDE} is set, but there is a network: ${others}`);
  const ip = (...args: readonly string[]) => execFileSync('ip', args);
  ip('link', 'set', 'lo', 'up');
  ip('route', 'replace', 'local', `${OWN_NETWORK.network}.0.0/16`, 'dev', 'lo');
}

/** Programs that start from now on ask these name servers. @param resolvers as `ip:port`, the port 53. */
export function useResolvers(resolvers: readonly string[]): void {
  if (!process.env[INSIDE]) throw new Error('these are the name servers of the whole machine');
  const lines = resolvers.map((resolver) => `nameserver ${resolver.replace(/:53$/, '')}\n`);
  writeFileSync('/etc/resolv.conf', lines.join(''));
}
