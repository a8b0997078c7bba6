import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Modules whose exports are texts for browsers, which they make of files beside them. */
const MODULES = [
  'src/dashboard/browser-texts.ts',
  'src/formats/report/style.ts',
  'src/http/docs/docs-style.ts',
];

const BUNDLER = 'src/lib/browser-bundle.ts';

/**
 * What a build has in the place of the module `file` of `root`: the same exports as finished texts. Undefined
 * for any other module.
 */
export async function browserTexts(root: string, file: string): Promise<string | undefined> {
  if (file === join(root, BUNDLER)) {
    throw new Error(`${BUNDLER} is a part of the build: name who imports it in MODULES`);
  }
  if (!MODULES.some((name) => join(root, name) === file)) return undefined;
  const texts: Record<string, string> = await import(pathToFileURL(file).href);
  return Object.entries(texts)
    .map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};`)
    .join('\n');
}
