/** Files of the project `fast` share a process: no module may keep what one of them leaves in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

/** Caches whose entries depend on their keys alone, what a whole process has once, and a page's script. */
const KNOWN = [
  'classify.ts: classifications',
  'classify.ts: hostRules',
  'codec.ts: decoded',
  'free-port.ts: next',
  'job-draft.ts: OPEN_DRAFTS',
  'ledger.ts: LEARNED',
  'list-page.ts: drawing',
  'list-thread.ts: downloads',
  'match-reply.ts: preparedEntries',
  'pages.ts: page',
  'policy.ts: JUDGING',
  'reference.ts: page',
  'reply-model.ts: model',
  'reply.ts: words',
  'service-log.ts: lastTime',
  'shared-alarms.ts: queues',
  'workbook-writer.ts: NAMES',
  'suggest-correction.ts: betterDomains',
  'transaction.ts: afterCommits',
  'tune-v8.ts: isTuned',
];

/** A variable, or an empty collection that can be written to, outside of functions and classes. */
const STATE =
  /^(?:export )?(?:let (\w+)|const (\w+)(?:: (?!readonly |Readonly)[^=]+)? = (?:\[\]|new \w*(?:Map|Set)(?:<.*>)?\([\w.]*\));)/gm;

function stateIn(text: string): string[] {
  return [...text.matchAll(STATE)].map(([, variable, constant]) => variable ?? constant ?? '');
}

it.each([
  ['let calls = 0;', ['calls']],
  ['export const seen = new Set<string>();', ['seen']],
  ['const answers = new BoundedMap<string, Answer>(500);', ['answers']],
  ['const heard: string[] = [];', ['heard']],
  ["const KNOWN: ReadonlySet<string> = new Set(['a']);", []],
  ['const NOBODY: ReadonlySet<string> = new Set();', []],
  ['const NONE: readonly string[] = [];', []],
  ['  let calls = 0;', []],
])('reads state from %s: %j', (text, names) => {
  expect(stateIn(text)).toEqual(names);
});

it('modules that tests share keep nothing but caches', () => {
  const found = ['src', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.\w+)\.ts$/.test(name))
      .flatMap((name) => {
        const text = readFileSync(join(folder, name), 'utf8');
        // A program that is run by itself is nothing that tests share.
        const states = text.includes('process.argv') ? [] : stateIn(text);
        return states.map((state) => `${basename(name)}: ${state}`);
      }),
  );
  expect(found.sort()).toEqual(KNOWN.toSorted());
});
