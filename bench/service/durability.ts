/**
 * What it costs that a created batch survives a power cut on SQLite: the times of creations with
 * synchronous=FULL beside the same with NORMAL, in turn, and beside a bare sync of 4 kB in the same
 * folder. While they are created, other addresses are recorded, as in a service at work.
 *
 *     npm run bench:durability -- [folder]
 *
 * The folder should be on the disk that the service would use; the system's temporary one may be memory.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { Writer } from '../../src/store/sqlite/writer.ts';
import { ANSWER } from '../../test/store/stored-answer.ts';

const NOW = Date.now();
const MONTH = '2026-11';
const ROUNDS = 20;
const A_ROUND = 10;
const RECORDED_BETWEEN = 200;

const folder = mkdtempSync(join(process.argv[2] ?? tmpdir(), 'mailvet-bench-'));
const durably = Writer.prototype.makeDurable;
let made = 0;
try {
  const store = await openStore(join(folder, 'service.db'));
  await store.teams.create({ id: 'team_1', name: 'ours', quota: null, createdAt: NOW });
  print('', ['median', '99 %']);
  print('a write of 4 kB and fdatasync', summaryOf(bareSyncs(ROUNDS * A_ROUND)));
  for (const size of [1, 1000]) await compare(store, size);
  await store.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function compare(store: Store, size: number): Promise<void> {
  const normal: number[] = [];
  const full: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    Writer.prototype.makeDurable = () => {};
    normal.push(...(await create(store, size)));
    Writer.prototype.makeDurable = durably;
    full.push(...(await create(store, size)));
  }
  const addresses = size === 1 ? '1 address' : `${size} addresses`;
  print(`a batch of ${addresses}, NORMAL`, summaryOf(normal));
  print(`a batch of ${addresses}, FULL`, summaryOf(full));
}

/** Milliseconds of each creation. */
async function create(store: Store, size: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < A_ROUND; n++) {
    await record(store);
    const entries = Array.from({ length: size }, (_, index) => {
      const email = `address${index}@batch${made}.example.com`;
      return { email, cacheKey: email, cost: 1 };
    });
    const batch = { id: `batch_${made++}`, createdAt: NOW, month: MONTH, entries };
    const began = performance.now();
    await store.team('team_1').createBatch(batch);
    times.push(performance.now() - began);
  }
  return times;
}

/** What a sync finds in the log: answers that nobody has synced. */
async function record(store: Store): Promise<void> {
  const team = store.team('team_1');
  const one = { email: 'a@example.com', answer: ANSWER, at: NOW };
  await Promise.all(Array.from({ length: RECORDED_BETWEEN }, () => team.recordVerification(one)));
}

function bareSyncs(count: number): number[] {
  const file = openSync(join(folder, 'bare'), 'w');
  const page = Buffer.alloc(4096, 1);
  const times = Array.from({ length: count }, () => {
    const began = performance.now();
    writeSync(file, page);
    fdatasyncSync(file);
    return performance.now() - began;
  });
  closeSync(file);
  return times;
}

function summaryOf(times: number[]): string[] {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return [at(0.5), at(0.99)].map((ms) => `${ms.toFixed(2)} ms`);
}

function print(name: string, [median = '', worst = '']: readonly string[]): void {
  process.stdout.write(`${name.padEnd(36)}${median.padStart(12)}${worst.padStart(12)}\n`);
}
