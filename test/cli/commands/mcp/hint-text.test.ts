import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { agentText, toAgentError } from '../../../../src/cli/commands/mcp/agent.ts';
import { hintText } from '../../../../src/cli/render/hint-text.ts';
import { type Hint, MailvetError } from '../../../../src/lib/errors.ts';

const SRC = fileURLToPath(new URL('../../../../src', import.meta.url));

/** Every hint that stands as a text in the code that tools run. */
function readHints(): string[] {
  const folders = [
    'cli/commands/batch',
    'cli/io',
    'cli/connect',
    'formats',
    'lists',
    'contract/client',
  ];
  return [...folders, 'service'].flatMap((folder) => {
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
  return [...found].map(([, plain, template]) => plain ?? template ?? '');
}

describe('the hints of code that tools run', () => {
  it('name flags and commands as data, which each edge words', () => {
    const hints = readHints();
    expect(hints.length).toBeGreaterThan(30);
    const wrong = hints.filter((hint) =>
      /(^|\s)--[a-z]|-o |mailvet (admin|batch|clean|doctor|config|jobs|login|verify|whoami)/.test(
        hint,
      ),
    );
    expect(wrong).toEqual([]);
  });

  it.for<[Hint, terminal: string, agent: string]>([
    [
      [{ code: 'overwrite' }, ', or ', { code: 'elsewhere', flag: '--split <directory>' }],
      'Replace it with --force, or write elsewhere with --split <directory>',
      'Set overwrite to true, or give another output',
    ],
    [
      [{ code: 'elsewhere', flag: '--report <file>', isStart: true }],
      'Write elsewhere with --report <file>',
      'Give another output',
    ],
    [
      ['Send them with: ', { code: 'go_on', command: 'mailvet batch resume job_a1' }],
      'Send them with: mailvet batch resume job_a1',
      'Send them with: verify_list with the same file',
    ],
    [
      [{ code: 'add_option', name: 'encoding', value: 'utf-16le' }],
      'add --encoding utf-16le',
      'set encoding to utf-16le',
    ],
    [
      ['Rows: ', { code: 'option', name: 'splitCells' }, ' verifies each'],
      'Rows: --split-cells verifies each',
      'Rows: splitCells verifies each',
    ],
    ['Use https', 'Use https', 'Use https'],
    [
      ['with ', { code: 'resend_unknown' }, ' it is sent again'],
      'with --resend-unknown it is sent again',
      'For the user, in a terminal: with --resend-unknown it is sent again',
    ],
  ])('say %j in a terminal and to an agent', ([hint, terminal, agent]) => {
    expect([hintText(hint), agentText(hint)]).toEqual([terminal, agent]);
  });
});

it('a message names the parameter in place of the flag', () => {
  const message = "Unknown encoding 'utf9' for --encoding";
  const error = new MailvetError('usage', message, { option: 'encoding' });
  expect(toAgentError(error).message).toBe("Unknown encoding 'utf9' for encoding");
});
