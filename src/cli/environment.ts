import { closestWord } from '../lib/did-you-mean.ts';
import type { Env } from './context.ts';

/** Variables that are no settings of `serve`; the launcher sets the last two for its child. */
const OWN = [
  'MAILVET_API_KEY',
  'MAILVET_BASE_URL',
  'MAILVET_PROFILE',
  'MAILVET_CONFIG',
  'MAILVET_LIFELINE',
  'MAILVET_PARENT',
];

/** A line for each MAILVET_ variable that nothing reads: a misspelt one has no effect. */
export async function unknownVariables(env: Env): Promise<string[]> {
  const given = Object.keys(env).filter(
    (name) => name.startsWith('MAILVET_') && !OWN.includes(name),
  );
  if (given.length === 0) return [];
  const known = [...OWN, ...(await serveVariables())];
  return given
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = closestWord(name, known);
      const hint = near ? `Did you mean ${near}?` : 'See: mailvet help environment';
      return `Unknown variable ${name} is ignored. ${hint}`;
    });
}

/** Loaded only where a variable is unknown. */
async function serveVariables(): Promise<string[]> {
  const { variableName } = await import('./options/settings.ts');
  const { SERVE_SETTING_NAMES } = await import('./commands/serve/settings.ts');
  return SERVE_SETTING_NAMES.map(variableName);
}
