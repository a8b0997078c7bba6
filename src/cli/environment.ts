import { closestWord } from '../lib/did-you-mean.ts';
import { READER_SETTINGS } from '../settings/reader.ts';
import { SERVE_SETTINGS } from '../settings/service.ts';
import { variableName } from '../settings/setting.ts';
import type { Env } from './context.ts';

/** Variables that are no settings of `serve`; the launcher sets the last two for its child. */
const OWN = [
  'MAILVET_API_KEY',
  'MAILVET_BASE_URL',
  'MAILVET_PROFILE',
  ...Object.keys(READER_SETTINGS).map(variableName),
  'MAILVET_CONFIG',
  'MAILVET_LIFELINE',
  'MAILVET_PARENT',
];

/** A line for each MAILVET_ variable that nothing reads: a misspelt one has no effect. */
export function unknownVariables(env: Env): string[] {
  const given = Object.keys(env).filter(
    (name) => name.startsWith('MAILVET_') && !OWN.includes(name),
  );
  if (given.length === 0) return [];
  const known = [...OWN, ...Object.keys(SERVE_SETTINGS).map(variableName)];
  return given
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = closestWord(name, known);
      const hint = near ? `Did you mean ${near}?` : 'See: mailvet help environment';
      return `Unknown variable ${name} is ignored. ${hint}`;
    });
}
