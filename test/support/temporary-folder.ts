import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  path(name: string): string;
  dispose(): void;
}

/** A folder of one test's own. */
export function temporaryFolder(): TemporaryFolder {
  const root = mkdtempSync(join(tmpdir(), 'mailvet-test-'));
  return {
    path: (name) => join(root, name),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}
