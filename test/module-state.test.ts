/** Files of the project `fast` share a process: no module may keep what one of them leaves in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Caches whose entries depend on their keys alone, and what a whole process has once. */
const KNOWN = [
  'src/address/suggest-correction.ts: betterDomains',
  'src/cli/commands/serve/service-log.ts: lastTime',
  'src/cli/small-heap.ts: isKept',
  'src/http/docs/docs-page.ts: page',
  'src/http/docs/results-page.ts: page',
  'src/jobs/job-draft.ts: OPEN_DRAFTS',
  'src/lib/shared-alarms.ts: queues',
  'src/listfiles/list-thread.ts: downloads',
  'src/formats/workbook/out/sheet.ts: NAMES',
  'src/service/detail.ts: latestDetails',
  'src/service/detail.ts: parsedDetails',
  'src/store/rows.ts: readAs',
  'src/store/stored-row.ts: parsedFacts',
  'src/store/transaction.ts: afterCommits',
  'src/verifier/providers/match-reply.ts: preparedEntries',
  'src/verifier/smtp/classify.ts: classifications',
  'src/verifier/smtp/classify.ts: hostRules',
  'src/verifier/smtp/learned/reply-model.ts: model',
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
        const path = join(folder, name);
        return stateIn(readFileSync(path, 'utf8')).map((state) => `${path}: ${state}`);
      }),
  );
  expect(found.filter((state) => !KNOWN.includes(state))).toEqual([]);
});
