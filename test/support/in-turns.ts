import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListFiles } from '../../src/service/lists/list-files.ts';

/** Lists of which each question goes to another node than the one before. */
export function inTurns(nodes: readonly [ListFiles, ...ListFiles[]]): ListFiles {
  return {
    ...askedInTurns(nodes),
    tidy: async () => void (await Promise.all(nodes.map((node) => node.tidy()))),
    close: async () => void (await Promise.all(nodes.map((node) => node.close()))),
  };
}

/** One of several that are alike, whose methods are called on each in turn. */
function askedInTurns<T extends object>(all: readonly T[]): T {
  let asked = 0;
  const turns = Object.keys(all[0] ?? {}).map((name) => [
    name,
    (...given: readonly unknown[]) => {
      const next = all[asked++ % all.length];
      const ask = next?.[name as keyof T] as (...all: readonly unknown[]) => unknown;
      return ask(...given);
    },
  ]);
  return Object.fromEntries(turns) as T;
}

/** All that stands in the files below a folder. */
export function textsBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
}
