/** Comments, documents and help use plain English: `wording.json` has the phrases that they avoid. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { commentsOf, namesIn } from './comments.ts';
import { pagesOf, ROOT, readPage } from './pages.ts';
import phrases from './wording.json' with { type: 'json' };

const FOLDERS = [...['src', 'test', 'scripts', 'bench', 'deploy', 'bin']];

const AVOIDED = phrases.map(({ phrase, instead }) => ({
  expression: new RegExp(`\\b(?:${phrase})\\b`, 'gi'),
  instead,
}));

/** What a text says outside of code; line ends and the asterisks of comments count as blanks. */
function avoidedIn(text: string): string[] {
  const line = text.replaceAll(/`[^`]*`/g, '').replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ');
  return AVOIDED.flatMap(({ expression, instead }) =>
    [...line.matchAll(expression)].map(([found]) => `"${found}": say ${instead}`),
  );
}

it('a phrase to avoid is found, over the lines of a comment, too', () => {
  expect(avoidedIn('Undefined where there\n * is none.')).toHaveLength(2);
  expect(avoidedIn('Tried Anew')).toEqual(['"Anew": say again']);
  expect(avoidedIn('none of them is new')).toEqual([]);
});

it('comments avoid them', () => {
  const wrong = FOLDERS.flatMap((folder) =>
    namesIn(folder).flatMap((name) => {
      const comments = commentsOf(readFileSync(join(ROOT, name), 'utf8'));
      return comments.flatMap((comment) => avoidedIn(comment).map((said) => `${name}: ${said}`));
    }),
  );
  expect(wrong).toEqual([]);
});

it('documents avoid them', () => {
  const folders = ['docs', '.github', 'deploy/skills'];
  const pages = ['README.md', 'CHANGELOG.md', 'SECURITY.md', ...folders.flatMap(pagesOf)].filter(
    (page) => page !== 'docs/providers.md',
  );
  const wrong = pages.flatMap((page) =>
    avoidedIn(readPage(page)).map((said) => `${page}: ${said}`),
  );
  expect(wrong).toEqual([]);
});

it('help avoids them', async () => {
  const { stdout } = await runCli(['commands', '--json']);
  expect(avoidedIn(stdout)).toEqual([]);
});
