/** Every `mailvet …` that the documentation shows is a command with flags that it takes. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DescribedProgram } from '../../src/cli/commands/describe.ts';
import { runCli } from '../support/run-cli.ts';
import { blocksOf, pagesOf, readPage } from './pages.ts';

const PAGES = ['README.md', ...pagesOf('docs'), ...pagesOf('deploy/skills')].filter(
  (page) => !/^docs\/(?:adr|reference\/commands)/.test(page),
);

let program: DescribedProgram;
beforeAll(async () => {
  program = JSON.parse((await runCli(['commands', '--json'])).stdout);
});

/** Commands of shell blocks and of code within sentences. */
function shownIn(page: string): string[] {
  const blocks = blocksOf(page)
    .filter(({ language }) => ['sh', 'console', 'yaml', 'cron'].includes(language))
    .map(({ body }) => body.replaceAll('\\\n', ' '));
  const inline = [...readPage(page).matchAll(/`(mailvet [^`]+)`/g)].map(([, text = '']) => text);
  return [...blocks.flatMap((body) => body.split('\n')), ...inline]
    .filter((line) => !/^(?:mailvet:|mailvet\s*(?:\||$))/.test(line.trim()))
    .flatMap((line) => [...line.matchAll(/(?:^|[\s("'$])mailvet ((?:[^|;&#>)\n]|<[\w.…]+>)+)/g)])
    .map(([, words = '']) => words.trim());
}

function faultOf(shown: string): string | undefined {
  const words = shown.replaceAll(/[`'"]/g, '').split(/\s+/);
  const [first = ''] = words;
  // A name in a sentence, a placeholder, or a flag of the program alone.
  if (!/^[a-z]+$/.test(first)) return undefined;
  const command = program.commands.findLast(
    ({ command: path }) => words.slice(0, path.split(' ').length).join(' ') === path,
  );
  const isGroup = program.commands.some(({ command: path }) => path.startsWith(`${shown} `));
  if (command === undefined) return isGroup || words.length === 1 ? undefined : 'no such command';
  const known = [...command.flags, ...program.flags].flatMap(({ flag, short }) => [flag, short]);
  const unknown = words
    .filter((word) => /^--?[a-z]/.test(word))
    .map((word) => word.replace(/[=,].*$/, ''))
    .filter((flag) => !known.includes(flag) && !['--help', '--all', '-h'].includes(flag));
  return unknown.length === 0 ? undefined : `no flag ${unknown.join(', ')}`;
}

describe('commands that are shown', () => {
  it.each(PAGES)('%s', (page) => {
    const faults = shownIn(page).flatMap((shown) => {
      const fault = faultOf(shown);
      return fault === undefined ? [] : [`${shown}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  it('are compared with what there is', () => {
    expect(faultOf('clean list.csv --only risky')).toBeUndefined();
    expect(faultOf('clean list.csv --onyl risky')).toBe('no flag --onyl');
    expect(faultOf('batch send list.csv')).toBe('no such command');
  });

  it('are found', () => {
    expect(PAGES.flatMap(shownIn).length).toBeGreaterThan(100);
  });
});
