import { closestWord } from '../lib/did-you-mean.ts';
import { ACCESS_SETTINGS } from '../settings/access.ts';
import { READER_SETTINGS } from '../settings/reader.ts';
import { CONFIG_SETTING, SERVE_SETTINGS } from '../settings/service.ts';
import { variableName } from '../settings/setting.ts';
import type { Env } from './context.ts';

/** The launcher sets the last two for its child. */
const KNOWN = [
  ...Object.keys({
    ...ACCESS_SETTINGS,
    ...READER_SETTINGS,
    ...CONFIG_SETTING,
    ...SERVE_SETTINGS,
  }).map(variableName),
  'MAILVET_LIFELINE',
  'MAILVET_PARENT',
];

/** A line for each MAILVET_ variable that nothing reads: a misspelt one has no effect. */
export function unknownVariables(env: Env): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('MAILVET_') && !KNOWN.includes(name))
    .map((name) => {
      const near = closestWord(name, KNOWN);
      const hint = near ? `Did you mean ${near}?` : 'See: mailvet help environment';
      return `Unknown variable ${name} is ignored. ${hint}`;
    });
}
