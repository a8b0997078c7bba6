import { fileURLToPath } from 'node:url';
import { bundle } from 'lightningcss';
import { build } from 'rolldown';

/**
 * A script or a style sheet for browsers with all that it imports, minified. Only a program that runs from source
 * makes it: a build has the finished texts (scripts/browser-texts.ts).
 */
export async function bundleForBrowsers(entry: URL): Promise<string> {
  const file = fileURLToPath(entry);
  const text = file.endsWith('.css') ? bundleStyle(file) : await bundleScript(file);
  return text.trim();
}

function bundleStyle(filename: string): string {
  return new TextDecoder().decode(bundle({ filename, minify: true }).code);
}

async function bundleScript(input: string): Promise<string> {
  const { output } = await build({
    input,
    transform: { target: 'es2022' },
    output: { format: 'iife', minify: true, comments: false },
    write: false,
  });
  return output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('\n');
}
