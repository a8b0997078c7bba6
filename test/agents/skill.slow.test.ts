/** deploy/skills/mailvet/SKILL.md: its form, and ten tasks done by what it shows, with the built program in the sandbox. */
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { eachTest } from '../support/each-test.ts';
import { freshUser } from '../support/run-program.ts';
import { AGENT_TASKS } from './tasks.ts';

const user = eachTest(freshUser);

const SKILL = readFileSync(
  new URL('../../deploy/skills/mailvet/SKILL.md', import.meta.url),
  'utf8',
);

/** As https://agentskills.io/specification has it. */
test('its front matter names it as its folder, and says when to use it', () => {
  const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(SKILL) ?? [];
  const { name, description, compatibility } = parse(front);
  expect(name).toBe('mailvet');
  expect(description.length).toBeLessThanOrEqual(1024);
  expect(description).toContain('Use it when');
  expect(compatibility.length).toBeLessThanOrEqual(500);
  expect(body.split('\n').length).toBeLessThan(150);
});

const FLAG = /(?<=\s)--[a-z-]+/g;

it.each(AGENT_TASKS)('$asked', async ({ files, runs, exitCode, prints, leaves, neverSays }) => {
  for (const line of runs.filter((one) => one.startsWith('mailvet'))) {
    const [, command = ''] = line.split(' ');
    const needed = [`mailvet ${command}`, ...(line.match(FLAG) ?? [])];
    expect(needed.filter((word) => !SKILL.includes(word))).toEqual([]);
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(user.home, name)), { recursive: true });
    await writeFile(join(user.home, name), text);
  }
  const before = runs.slice(0, -1).map((line) => `{ ${line}; } >&2 || exit 99`);
  const { stdout, stderr, ...ended } = await user.shell([...before, runs.at(-1)].join('\n'));
  expect([ended.exitCode, ended.exitCode === exitCode ? '' : stderr]).toEqual([exitCode, '']);
  if (prints) expect(stdout).toMatch(prints);
  if (neverSays) expect(stdout + stderr).not.toMatch(neverSays);
  for (const [name, text] of Object.entries(leaves ?? {})) {
    expect(await readFile(join(user.home, name), 'utf8')).toMatch(text);
  }
});
