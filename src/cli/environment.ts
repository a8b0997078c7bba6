import { closestWord } from '../lib/did-you-mean.ts';
import { ACCESS_SETTINGS } from '../settings/access.ts';
import { CONFIG_SETTING, SERVE_SETTINGS } from '../settings/service.ts';
import { variableName } from '../settings/setting.ts';
import type { Env } from './context.ts';

/** Those of settings, which are read where they are used. */
export const SETTING_VARIABLES: ReadonlySet<string> = new Set(
  Object.keys({
    ...ACCESS_SETTINGS,
    ...CONFIG_SETTING,
    ...SERVE_SETTINGS,
  }).map(variableName),
);

/** The launcher sets them for its child. */
const OWN = ['MAILVET_LIFELINE', 'MAILVET_PARENT'];

/**
 * A line for each MAILVET_ variable that nothing reads: a misspelt one has no effect. `flags`: those of
 * the flags of all commands.
 */
export function unknownVariables(env: Env, flags: readonly string[] = []): string[] {
  const known = [...SETTING_VARIABLES, ...OWN, ...flags];
  return Object.keys(env)
    .filter((name) => name.startsWith('MAILVET_') && !known.includes(name))
    .map((name) => {
      const near = closestWord(name, known);
      const hint = near ? `Did you mean ${near}?` : 'See: mailvet help environment';
      return `Unknown variable ${name} is ignored. ${hint}`;
    });
}
