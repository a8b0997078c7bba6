import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLIENT_DEFAULTS } from '../../src/contract/client/client-settings.ts';
import { parseDuration } from '../../src/lib/duration.ts';
import { DEFAULT_PACING } from '../../src/verifier/pacing/pacing.ts';
import { DEFAULT_SETTINGS } from '../../src/verifier/verifier-settings.ts';

const { limits, batchLimit, ...settings } = DEFAULT_SETTINGS;
const MINUTE = 60_000;

/** What the code takes where an option is absent, by the option's name. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  ...settings,
  ...limits,
  ...DEFAULT_PACING,
  list: batchLimit,
  ...CLIENT_DEFAULTS,
};

/** Doc comments of options that name a number as the default, with the number in the option's unit. */
function namedDefaults(file: string): Map<string, number> {
  const source = readFileSync(new URL(`../../src/library/${file}`, import.meta.url), 'utf8');
  const options = source.matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/\s*readonly (\w+)\?/gs);
  const found = [...options].flatMap(([, comment = '', name = '']) => {
    const [, number, unit = ''] = /(\d[\d,]*)(?: (hours|minutes))? by default/.exec(comment) ?? [];
    if (number === undefined) return [];
    const value = Number(number.replaceAll(',', ''));
    return [[name, unit === '' ? value : parseDuration(`${value}${unit.charAt(0)}`)] as const];
  });
  return new Map(found.map(([name, value]) => [name, Number(value)]));
}

it('the default that a doc comment of the library names is the one of the code', () => {
  const named = new Map([...namedDefaults('verifier-api.ts'), ...namedDefaults('client-api.ts')]);
  named.delete('skip');
  expect(named.get('list')).toBe(48 * 60 * MINUTE);
  expect([...named.keys()].length).toBeGreaterThan(12);
  // Its comment names all four; the last one stands before the unit.
  expect(named.get('greylistRetries')).toBe(settings.greylistRetries.at(-1));
  named.delete('greylistRetries');
  for (const [name, value] of named) expect([name, value]).toEqual([name, DEFAULTS[name]]);
});

it('no comment of settings or their use names a number as the default: the table has it', () => {
  const src = new URL('../../src/', import.meta.url);
  const files = globSync('{settings,composition,service,worker,verifier,cli}/**/*.ts', {
    cwd: src,
  });
  const naming = files.flatMap((file) => {
    const comments = readFileSync(new URL(file, src), 'utf8').match(/\/\*\*(?:(?!\*\/).)*\*\//gs);
    return (comments ?? [])
      .filter((comment) => /\bdefaults?:? \d|\d by default/i.test(comment))
      .map((comment) => [file, comment]);
  });
  expect(files.length).toBeGreaterThan(300);
  expect(naming).toEqual([]);
});
