import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COMPANIONS, setAside, takeBack } from '../../../src/lists/folder/list-folder.ts';
import { runs } from '../../support/property-runs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const IDS = ['list_a', 'list_a-2', 'list_b'];
const id = fc.constantFrom(...IDS);
const step = fc.oneof(
  fc.record({ kind: fc.constant('write'), id, endings: fc.subarray([...COMPANIONS]) }),
  fc.record({ kind: fc.constant('aside'), id }),
  fc.record({ kind: fc.constant('back'), id }),
);

it('whatever is set aside and taken back, no file is lost or replaced', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const { path, dispose } = temporaryFolder();
      const folder = { path: path('lists') };
      mkdirSync(folder.path);
      const written: string[] = [];
      for (const each of steps) {
        if (each.kind === 'aside') setAside(folder, each.id);
        else if (each.kind === 'back') takeBack(folder, each.id);
        for (const ending of 'endings' in each ? each.endings : []) {
          const file = join(folder.path, each.id + ending);
          if (readdirSync(folder.path).includes(each.id + ending)) continue;
          const text = `${written.length} ${each.id}${ending}`;
          writeFileSync(file, text);
          written.push(text);
        }
      }
      const names = readdirSync(folder.path, { recursive: true, withFileTypes: true });
      const kept = names
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
      dispose();
      expect(kept.sort()).toEqual(written.sort());
    }),
    { numRuns: runs(300) },
  );
});
