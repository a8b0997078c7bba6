import type { TestProject } from 'vitest/node';
import { openStore } from '../../src/store/open-store.ts';
import { temporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** An SQLite file with mailvet's schema and nothing in it. */
    readonly sqliteTemplate: string;
  }
}

/** Migrates one SQLite file, which the tests' own are copied from. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = temporaryFolder();
  const template = folder.path('template.db');
  await (await openStore(template)).close();
  project.provide('sqliteTemplate', template);
  return folder.dispose;
}
