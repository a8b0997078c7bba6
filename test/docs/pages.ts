import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly body: string;
}

/** The pages for users, by their paths from the root. */
export function pagesOf(folder: string): string[] {
  const names = readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`)
    .sort();
}

export function readPage(page: string): string {
  return readFileSync(`${ROOT}${page}`, 'utf8');
}

export function blocksOf(page: string): Block[] {
  const text = readPage(page);
  return [...text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)].map((match) => ({
    page,
    line: text.slice(0, match.index).split('\n').length,
    language: match[2] ?? '',
    // One that belongs to an item of a list is indented.
    body: (match[3] ?? '').replaceAll(new RegExp(`^${match[1]}`, 'gm'), ''),
  }));
}
