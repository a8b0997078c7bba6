import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './pages.ts';

const COMMENT = /\/\*.*?\*\/|(?<![:'"`\w])\/\/[^\n]*/gs;

export const isScript = (path: string) => /\.(?:ts|js)$/.test(path);

/** Scripts of a folder and of those below it, by their paths from the root. */
export function namesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => isScript(path) && !path.includes('node_modules'));
}

export function commentsOf(text: string): readonly string[] {
  return text.match(COMMENT) ?? [];
}
