import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { reword, rewordHint } from '../../../../src/cli/commands/mcp/reword.ts';

const SRC = fileURLToPath(new URL('../../../../src', import.meta.url));

/** Every hint that stands as a literal in the code that tools run. */
function readHints(): string[] {
  const folders = ['cli/commands/batch', 'cli/io', 'cli/service', 'formats', 'lists', 'client'];
  return folders.flatMap((folder) => {
    const names = readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' });
    return names
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => hintsOf(join(SRC, folder, name)));
  });
}

function hintsOf(path: string): string[] {
  const found = readFileSync(path, 'utf8').matchAll(
    /hint: \n? *(?:'((?:[^'\\]|\\.)*)'|`([^`]*)`)/g,
  );
  return [...found].map(([, plain, template]) =>
    (plain ?? template ?? '')
      .replace(/\$\{(?:resume|retry|watch)Command\([^}]*\)\}/g, 'mailvet batch resume job_x1')
      .replace(/\$\{[^}]*\}/g, 'X'),
  );
}

describe('the words of the tools', () => {
  it('reach every hint: a flag is left only in what the user does in a terminal', () => {
    const hints = readHints();
    expect(hints.length).toBeGreaterThan(50);
    const wrong = hints
      .map(rewordHint)
      .filter((hint) => /(^|\s)--[a-z]|mailvet (batch|clean|verify|jobs)/.test(hint))
      .filter((hint) => !hint.includes('in a terminal'));
    expect(wrong).toEqual([]);
  });

  it.for([
    [
      'Replace it with --force, or write elsewhere with -o',
      'Set overwrite to true, or give another output',
    ],
    [
      'Replace it with --force, or write elsewhere with --split <directory>',
      'Set overwrite to true, or give another output',
    ],
    ['Write elsewhere with --report <file>', 'Give another output'],
    [
      'Send them with: mailvet batch resume job_a1',
      'Send them with: verify_list with the same file',
    ],
    [
      'If the list was misread, add --encoding, --delimiter or --input-format; --column takes only a column with addresses',
      'If the list was misread, set encoding or delimiter',
    ],
    ['Use https', 'Use https'],
    ['--resend-unknown sends it', 'For the user, in a terminal: --resend-unknown sends it'],
  ] as const)('turn %o into %o', ([hint, expected]) => {
    expect(rewordHint(hint)).toBe(expected);
  });

  it('reach messages as well', () => {
    expect(reword("Unknown encoding 'utf9' for --encoding")).toBe(
      "Unknown encoding 'utf9' for encoding",
    );
  });
});
