/** Comments and documents name files by their path or its end, such as `dns/cache.ts`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['src', 'test', 'scripts', 'bench', 'deploy', 'docs/adr', 'docs/examples'];
const isScript = (path: string) => /\.(?:ts|js)$/.test(path);

const files = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  ),
  ...['.', 'docs', 'docs/site', 'bin'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => (folder === '.' ? name : `${folder}/${name}`)),
  ),
];

/** Each path and all its ends. */
const known = new Set(
  files.filter(isScript).flatMap((path) => {
    const steps = path.split('/');
    return steps.map((_, at) => steps.slice(at).join('/'));
  }),
);

const NAME = /(?<![\w*./@<>-])(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|js)\b(?!\.)/g;
const COMMENT = /\/\*.*?\*\/|(?<![:'"`\w])\/\/[^\n]*/gs;
/** A product; the files of a command, whatever its name. */
const NO_FILES = /^(?:Node\.js|commands\/NAME\/\w+\.ts)$/;

/** Names of files in a text that no file has. `dist/` is built: its files are those of `src/`. */
function unknownIn(text: string): string[] {
  return [...text.matchAll(NAME)]
    .map(([name]) => name)
    .filter((name) => !NO_FILES.test(name))
    .filter((name) => !known.has(name) && !known.has(name.replace(/\.js$/, '.ts')));
}

it('a comment that names a file which does not exist is found', () => {
  expect(unknownIn('as dns/cache.ts and dns/cash.ts say')).toEqual(['dns/cash.ts']);
});

it('comments name files that exist', () => {
  const wrong = files.filter(isScript).flatMap((path) => {
    const comments = readFileSync(join(ROOT, path), 'utf8').match(COMMENT) ?? [];
    return unknownIn(comments.join('\n')).map((name) => `${path}: ${name}`);
  });
  expect(wrong).toEqual([]);
});

it('documents name files that exist, but for decisions that others replaced', () => {
  const wrong = files
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      if (/^Status: replaced by/m.test(text)) return [];
      return unknownIn(text).map((name) => `${path}: ${name}`);
    });
  expect(wrong).toEqual([]);
});
