import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/**
 * A script or a style sheet for browsers with all that it imports, minified. Only a program that runs from source
 * makes it: a build has the finished texts (scripts/browser-texts.ts).
 */
export function bundleForBrowsers(entry: URL): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    write: false,
  });
  return outputFiles.map(({ text }) => text.trim()).join('\n');
}
