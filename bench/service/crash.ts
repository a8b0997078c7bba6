/**
 * Kills `mailvet serve` with SIGKILL at 100 random instants while clients create batches, verify,
 * cancel and revoke: every acknowledged write must be there in the end, every batch ended, and the
 * quota charged for exactly what was verified.
 *
 *     node bench/service/crash.ts [kills] [seed]
 *
 * A name server of our own says of every domain that it does not exist. Needs a built dist/.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { seededRandom } from '../../src/lists/file/sample.ts';
import { crashAgainAndAgain, type Killable } from '../../test/support/crash.ts';
import { EventLog } from '../../test/support/event-log.ts';
import { LAUNCHER } from '../../test/support/run-program.ts';

const [kills = 100, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'mailvet-crash-'));
const database = join(folder, 'service.db');
const dns = await nowhere();

const began = performance.now();
const report = await crashAgainAndAgain({
  database,
  start,
  kills,
  random: seededRandom(seed),
  maxCalls: 80,
  onKill: (kill) => {
    if (kill % 10 === 0) process.stdout.write(`${kill} kills\n`);
  },
});
const seconds = ((performance.now() - began) / 1000).toFixed(0);
const { faults, ...counts } = report;
process.stdout.write(`${JSON.stringify(counts)} in ${seconds} s, seed ${seed}\n`);
for (const fault of faults) process.stdout.write(`FAULT: ${fault}\n`);
process.stdout.write(faults.length === 0 ? 'nothing lost, nothing counted twice\n' : '');
process.exitCode = faults.length === 0 ? 0 : 1;
dns.close();
rmSync(folder, { recursive: true, force: true });

async function start(): Promise<Killable> {
  const flags = [
    '--port',
    '0',
    '--database',
    database,
    '--dns',
    `127.0.0.1:${dns.port}`,
    '--dns-check',
    'off',
  ];
  const limits = ['--rate-limit', '0', '--open-batches', '100000', '--log-format', 'json'];
  const child = spawn(process.execPath, [LAUNCHER, 'serve', ...flags, ...limits], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = new EventLog();
  createInterface({ input: child.stderr }).on('line', (line) => log.add(JSON.parse(line)));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /listening on (\S+)/.exec(line)?.[1];
    if (!url) continue;
    return { url, kill: () => killed(child), ended: (batchId) => log.untilEnded(batchId) };
  }
  throw new Error('the service ended before it listened');
}

async function killed(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Answers every question with NXDOMAIN (RFC 1035 §4.1.1). */
async function nowhere() {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const answer = Buffer.from(query);
    answer.writeUInt16BE(0x8183, 2);
    answer.writeUInt16BE(0, 10);
    socket.send(answer.subarray(0, endOfQuestion(query)), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, close: () => socket.close() };
}

function endOfQuestion(query: Buffer): number {
  let at = 12;
  while (at < query.length && query[at] !== 0) at += 1 + (query[at] ?? 0);
  return at + 5;
}
