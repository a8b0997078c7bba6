import { expect, it } from 'vitest';
import type { DescribedProgram } from '../../../src/cli/commands/describe.ts';
import { SERVE } from '../../../src/settings/service.ts';
import { runCli } from '../../support/run-cli.ts';

async function describeProgram(): Promise<DescribedProgram> {
  const { exitCode, stdout } = await runCli(['commands', '--json']);
  expect(exitCode).toBe(0);
  return JSON.parse(stdout);
}

const flagsOf = ({ commands }: DescribedProgram, name: string) =>
  commands.find(({ command }) => command === name)?.flags ?? [];

it('lists every command on a line', async () => {
  const { stdout } = await runCli(['commands']);
  expect(stdout).toMatch(/^mailvet verify +verify addresses$/m);
  expect(stdout).toMatch(/^mailvet admin webhook rotate +print a new secret/m);
});

it('has all that the help shows, level by level', async () => {
  const { commands } = await describeProgram();
  const shownBelow = async (words: readonly string[]): Promise<string[]> => {
    const { stdout } = await runCli([...words, '--help']);
    const sections = [...stdout.matchAll(/^Commands[\w ]*:\n((?: .*\n)+)/gm)];
    const section = sections.map(([, lines = '']) => lines).join('');
    const names = [...section.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name = '']) => name);
    const all = names.filter((name) => name !== 'help' || words.length === 0);
    const below = all.map(async (name) => {
      const path = [...words, name];
      const further = name === 'help' ? [] : await shownBelow(path);
      return further.length > 0 ? further : [path.join(' ')];
    });
    return (await Promise.all(below)).flat();
  };
  const shown = await shownBelow([]);
  expect(shown.length).toBeGreaterThan(40);
  expect(commands.map(({ command }) => command).toSorted()).toEqual(shown.toSorted());
});

it('describes arguments and flags as data', async () => {
  const program = await describeProgram();
  const submit = program.commands.find(({ command }) => command === 'batch submit');
  expect(submit?.arguments).toMatchObject([{ name: 'file', required: false, type: 'file' }]);
  expect(submit?.flags).toContainEqual({
    flag: '--fail-on',
    value: expect.stringContaining('<'),
    type: 'list',
    words: ['deliverable', 'risky', 'undeliverable', 'unknown'],
    description: expect.any(String),
    group: expect.any(String),
    variable: 'MAILVET_FAIL_ON',
  });
  expect(submit?.flags).toContainEqual(
    expect.objectContaining({ flag: '--output', short: '-o', type: 'file' }),
  );
  expect(program.exitCodes).toContainEqual({ code: 4, meaning: 'plan limit (402)' });
});

it('names the default, the variable and the type of each setting of a service', async () => {
  const flags = flagsOf(await describeProgram(), 'serve');
  for (const [name, setting] of Object.entries(SERVE.flags)) {
    const flag = flags.find((each) => each.flag === `--${name}`);
    expect(flag?.default, name).toBe(setting.default ?? setting.otherwise);
    expect(flag?.variable, name).toMatch(/^MAILVET_[A-Z_]+$/);
  }
  expect(flags).toContainEqual(
    expect.objectContaining({ flag: '--port', type: 'number', default: '8025' }),
  );
});

it('reads defaults from what the help says, and takes no remark for one', async () => {
  const { commands } = await describeProgram();
  const stated = commands
    .filter(({ command }) => !['serve', 'work'].includes(command))
    .flatMap(({ flags }) => flags)
    .flatMap((flag) => (flag.default === undefined ? [] : [`${flag.flag} ${flag.default}`]));
  expect([...new Set(stated)].sort()).toEqual([
    '--events all',
    '--expires never',
    '--lang en',
    '--limit 100',
    '--max-input 2GB',
    '--payload standard',
    '--progress auto',
    '--quota unlimited',
    '--risky-role true',
    '--role owner',
    '--scopes all',
    '--seed 1',
    '--since 180d',
    '--since 90d',
  ]);
});
