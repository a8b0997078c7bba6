/** Comments and documents name files by their path or its end, such as `dns/cache.ts`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commentsOf, isScript, namesIn } from './comments.ts';
import { ROOT } from './pages.ts';

const FOLDERS = ['src', 'test', 'scripts', 'bench', 'deploy', 'docs/adr', 'docs/examples'];

const files = [
  ...FOLDERS.flatMap(namesIn),
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
    const comments = commentsOf(readFileSync(join(ROOT, path), 'utf8'));
    return unknownIn(comments.join('\n')).map((name) => `${path}: ${name}`);
  });
  expect(wrong).toEqual([]);
});

it('documents name files that exist', () => {
  const wrong = files
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) =>
      unknownIn(readFileSync(join(ROOT, path), 'utf8')).map((name) => `${path}: ${name}`),
    );
  expect(wrong).toEqual([]);
});

const decisions = new Set(
  readdirSync(join(ROOT, 'docs/adr')).flatMap((name) => /^\d{4}/.exec(name)?.map(Number) ?? []),
);

/** Numbers of decisions that a text names as `ADR 7` or as the path of a record, and that no record has. */
function unknownDecisions(text: string): string[] {
  return [...text.matchAll(/\bADRs? (\d+)\b|\badr\/(\d{4})/g)]
    .filter(([, number, path]) => !decisions.has(Number(number ?? path)))
    .map(([name]) => name);
}

it('a number of a decision that does not exist is found', () => {
  expect(unknownDecisions('as ADR 1 and ADR 999 say, docs/adr/0998')).toEqual([
    'ADR 999',
    'adr/0998',
  ]);
});

it('comments and documents name decisions that exist', () => {
  const wrong = files
    .filter((path) => isScript(path) || path.endsWith('.md'))
    .flatMap((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const said = isScript(path) ? commentsOf(text).join('\n') : text;
      return unknownDecisions(said).map((name) => `${path}: ${name}`);
    });
  expect(wrong).toEqual([]);
});

it('a link to a decision has its number', () => {
  const wrong = files
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => [
      ...readFileSync(join(ROOT, path), 'utf8').matchAll(
        /\[(?:ADR )?(\d+)\]\([^)]*?(\d{4})-[^)]*\)/g,
      ),
    ])
    .filter(([, number, record]) => Number(number) !== Number(record))
    .map(([link]) => link);
  expect(wrong).toEqual([]);
});
