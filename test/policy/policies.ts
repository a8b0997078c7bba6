import { expect } from 'vitest';
import { LIST_COLUMNS } from '../../src/formats/write/output.ts';
import type { Policy } from '../../src/policy/policy.ts';
import { type FileText, type ReadPolicy, readPolicy } from '../../src/policy/read-policy.ts';

/** Reads the text of a policy; `files` are those that it may name. */
export function read(text: string, files: Readonly<Record<string, string>> = {}): ReadPolicy {
  const readFile = (name: string): FileText =>
    files[name] === undefined
      ? { ok: false, problem: 'there is no such file' }
      : { ok: true, text: files[name] };
  return readPolicy({ text, readFile, columns: ['all', 'short', 'evidence', ...LIST_COLUMNS] });
}

/** A policy that is right. */
export function policyOf(file: object, files: Readonly<Record<string, string>> = {}): Policy {
  const found = read(JSON.stringify(file), files);
  return found.ok ? found.policy : expect.fail(JSON.stringify(found.faults));
}

/** What is wrong, as `line:column message`. */
export function faultsOf(text: string, files: Readonly<Record<string, string>> = {}): string[] {
  const found = read(text, files);
  if (found.ok) return [];
  const faults = found.faults.map(
    ({ line, column, message }) => `${line}:${column} ${message.english}`,
  );
  return found.more > 0 ? [...faults, `and ${found.more} more`] : faults;
}
