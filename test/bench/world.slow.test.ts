import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findNetworkProblem } from '../../bench/accuracy/world/network.ts';
import { parseCopy, parseDockerfile } from '../deploy/dockerfile.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const START = fileURLToPath(new URL('../../bench/accuracy/world/start.ts', import.meta.url));

/** Asks as any program does: the machine's name servers, port 25, the network beyond. */
const QUESTIONS = `
const { lookup, resolveMx } = require('node:dns/promises');
const talk = (host) => new Promise((resolve) => {
  const socket = require('node:net').connect(25, host);
  socket.on('data', (said) => { socket.destroy(); resolve(String(said).trim()); });
  socket.on('error', ({ code }) => resolve(code));
});
(async () => {
  const [{ exchange }] = await resolveMx('mv--plain.com');
  const { address } = await lookup(exchange);
  console.log(JSON.stringify([exchange, address, await talk(exchange), await talk('192.0.2.1')]));
})();`;

function inWorld(...args: readonly string[]) {
  return spawnSync(process.execPath, [START, ...args], { encoding: 'utf8' });
}

it('the list names the addresses to ask with these name servers', () => {
  expect(inWorld('--list').stdout.split('\n')).toContain('ann@mv--greylisting.com');
  expect(inWorld('--list', '--resolver', 'silent').stdout).toBe('ann@mv--plain.com\n');
});

it('a command in the world has DNS and SMTP at their ports, and nothing beyond', (test) => {
  const problem = findNetworkProblem();
  test.skip(problem !== undefined, problem);
  const { stdout, stderr, status } = inWorld('--', process.execPath, '-e', QUESTIONS);
  expect(JSON.parse(stdout)).toEqual([
    'mx.mv--plain.com',
    expect.stringMatching(/^44\.128\.0\./),
    '220 mx.mail.test ESMTP',
    'ENETUNREACH',
  ]);
  expect([status, stderr]).toEqual([0, 'Connections to private hosts: 0\n']);
});

it('what the command ends with is what the world ends with', (test) => {
  const problem = findNetworkProblem();
  test.skip(problem !== undefined, problem);
  const dial = "require('node:net').connect(25, '127.9.9.9', () => process.exit(3))";
  const { stderr, status } = inWorld('--', process.execPath, '-e', dial);
  expect([status, stderr]).toEqual([3, 'Connections to private hosts: 1\n']);
});

it('the container has the Node that is locked, and copies what there is', () => {
  const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
  const [image] = parseDockerfile(read('bench/accuracy/world/Dockerfile'));
  const lock = JSON.parse(read('package-lock.json'));
  expect(image?.base).toBe(`node:${lock.packages['node_modules/node'].version}-bookworm-slim`);
  const copies = image?.instructions.filter(({ name }) => name === 'COPY').map(parseCopy) ?? [];
  const sources = copies.flatMap((copy) => copy.sources);
  expect(sources.filter((source) => !existsSync(`${ROOT}${source}`))).toEqual([]);
});

it('a container without a network is the network of the world', (test) => {
  const problem = findNetworkProblem();
  test.skip(problem !== undefined, problem);
  const root = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  // An engine gives a container files of its own.
  const steps = 'f=$(mktemp) && mount --bind $f /etc/resolv.conf && rm $f && exec "$@"';
  const command = [process.execPath, START, '--', 'cat', '/etc/resolv.conf'];
  const args = ['--net', '--mount', ...root, 'sh', '-c', steps, 'sh', ...command];
  const env = { ...process.env, MAIL_WORLD_INSIDE: '1' };
  const { stdout, status } = spawnSync('unshare', args, { encoding: 'utf8', env });
  expect([stdout, status]).toEqual([expect.stringMatching(/^nameserver 44\.128\.53\.\d+\n$/), 0]);
});
