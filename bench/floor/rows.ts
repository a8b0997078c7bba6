/**
 * A list of a million rows against a service in another process that answers at once, beside the smallest
 * client of it and a bare pass of csv-parse and csv-stringify.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { inFolder, MAILVET, type Metered, metered, startMetered } from '../metered.ts';
import type { Part } from './figures.ts';

const ROWS = 1_000_000;
const DOMAINS = 5000;
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export const rows: Part = (inTurn) =>
  inFolder(async (folder) => {
    const list = join(folder, 'list.csv');
    await pipeline(Readable.from(lines()), createWriteStream(list));
    const { ours, floor, pass } = await inTurn({
      ours: () => withService((home, url) => submit(list, home, url)),
      floor: () => withService((home, url) => run(['smallest-client.js', list, url], home)),
      pass: () => inFolder((home) => run(['csv-pass.js', list], home)),
    });
    const micros = ({ cpuSeconds }: Metered) => (cpuSeconds / ROWS) * 1e6;
    const passes = ({ wallSeconds }: Metered) => wallSeconds / pass.wallSeconds;
    return [
      {
        title: 'A million rows: CPU a row',
        unit: 'µs',
        ours: micros(ours),
        floor: micros(floor),
        wanted: { most: 9.5 },
      },
      {
        title: 'A million rows: time by that of a CSV pass',
        unit: '×',
        ours: passes(ours),
        floor: passes(floor),
        wanted: { most: 4.5 },
      },
    ];
  });

function* lines() {
  yield 'id,first name,last name,email,city\n';
  for (let id = 1; id <= ROWS; id++)
    yield `${id},Anna,Person,person.${id}@domain${(id * 7919) % DOMAINS}.example.com,"Springfield"\n`;
}

async function withService(work: (home: string, url: string) => Promise<Metered>) {
  const service = fork(pathOf('instant-service.ts'));
  try {
    const [url] = (await once(service, 'message')) as [string];
    return await inFolder((home) => work(home, url));
  } finally {
    service.disconnect();
  }
}

function submit(list: string, home: string, url: string): Promise<Metered> {
  const command = [MAILVET, 'batch', 'submit', list, '--wait', '-o', 'out.csv'];
  const env = { MAILVET_API_KEY: 'mv_bench', MAILVET_BASE_URL: url };
  return metered(startMetered(command, home, env), home);
}

function run([script = '', list = '', ...others]: readonly string[], home: string) {
  return metered(startMetered([pathOf(script), list, 'out.csv', ...others], home), home);
}
