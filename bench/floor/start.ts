/** Starts of the program, beside Node doing nothing, and the quick start's list, beside its sandbox. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { systemClock } from '../../src/lib/clock.ts';
import { createSandbox } from '../../src/verifier/sandbox/sandbox.ts';
import { inFolder, MAILVET, metered, startMetered } from '../metered.ts';
import type { Figure, Part } from './figures.ts';

/** One is a few hundredths of a second, which the kernel counts coarsely. */
const STARTS = 15;
const BINARY = fileURLToPath(new URL('../../out/mailvet', import.meta.url));
const CONTACTS = fileURLToPath(new URL('../../fixtures/contacts.csv', import.meta.url));

export const start: Part = (inTurn) =>
  inFolder(async (home) => {
    const node = [process.execPath, MAILVET];
    const verify = ['verify', 'deliverable@sandbox.test'];
    const commands = [
      { name: '--version', command: [...node, '--version'], most: 1.35 },
      { name: 'verify', command: [...node, ...verify], most: 4 },
      // Where it is built.
      { name: '--version of the executable', command: [BINARY, '--version'], most: 1.35 },
    ].filter(({ command: [program = ''] }) => existsSync(program));
    const figures: Figure[] = [];
    for (const { name, command, most } of commands) {
      const { ours, floor } = await inTurn({
        ours: () => startTimes(command, home),
        floor: () => startTimes([process.execPath, '-e', '0'], home),
      });
      figures.push({
        title: `Start, ${name}: CPU`,
        unit: 'ms',
        ours: ours.cpuMs,
        floor: floor.cpuMs,
        wanted: { most: most * floor.cpuMs },
      });
    }
    return figures;
  });

/** Milliseconds of processor time for each start, as the shell counts them. */
async function startTimes(command: readonly string[], home: string) {
  const script = `for ((i = 0; i < ${STARTS}; i++)); do "$@" >/dev/null || exit 1; done; times`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script, 'bash', ...command], {
    env: { PATH: process.env.PATH, HOME: home },
  });
  const [, ofChildren = ''] = stdout.trim().split('\n');
  const times = ofChildren.matchAll(/(\d+)m([\d.]+)s/g);
  const seconds = [...times].map(([, minutes, rest]) => Number(minutes) * 60 + Number(rest));
  return { cpuMs: (seconds.reduce((sum, one) => sum + one, 0) / STARTS) * 1000 };
}

export const quickStart: Part = async (inTurn) => {
  const { ours, floor } = await inTurn({ ours: cleanContacts, floor: askSandbox });
  return [
    {
      title: "Quick start's list: time",
      unit: 's',
      ours: ours.wallSeconds,
      floor: floor.wallSeconds,
      wanted: { most: 1.5 },
    },
  ];
};

async function cleanContacts() {
  const { wallSeconds } = await inFolder(async (home) => {
    await copyFile(CONTACTS, join(home, 'contacts.csv'));
    return metered(startMetered([MAILVET, 'clean', 'contacts.csv'], home), home);
  });
  return { wallSeconds };
}

/** Seconds that the sandbox makes the list wait, without the program around it. */
async function askSandbox() {
  const list = await readFile(CONTACTS, 'utf8');
  const emails = [...new Set(list.match(/[\w.]+@[\w.-]*sandbox\.test/gi))];
  const sandbox = createSandbox({ clock: systemClock, random: Math.random });
  const began = performance.now();
  await sandbox.verifyAll(emails, () => {});
  const wallSeconds = (performance.now() - began) / 1000;
  await sandbox.close();
  return { wallSeconds };
}
