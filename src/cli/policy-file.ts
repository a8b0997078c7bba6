import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { MailvetError } from '../errors.ts';
import { POLICY_COLUMNS } from '../formats/write/output.ts';
import { reasonOf } from '../lib/system-reason.ts';
import type { Policy } from '../policy/policy.ts';
import { type FileText, type ReadPolicy, readPolicy } from '../policy/read-policy.ts';
import type { Context } from './context.ts';

/** How the file of a policy is called. */
export const POLICY_NAME = 'mailvet.json';

/** A policy with its file. */
export interface LoadedPolicy {
  readonly path: string;
  readonly policy: Policy;
}

/** The policy of a file, or of the nearest one; undefined where there is none. Throws `config` for a fault. */
export async function loadPolicy(
  context: Pick<Context, 'cwd'>,
  named: string | undefined,
): Promise<LoadedPolicy | undefined> {
  const found = readPolicyFile(context, named);
  if (!found) return undefined;
  const { path, read } = found;
  if (read.ok) return { path, policy: read.policy };
  const [first, ...more] = read.faults.map(({ line, column, message }) => {
    return `${path}:${line}:${column}: ${message}`;
  });
  const rest = more.length > 0 ? `${more.length} more: mailvet policy check; or ` : '';
  throw new MailvetError('config', first ?? `${path} can't be used`, {
    hint: [{ code: 'terminal', text: `${rest}--no-policy judges without it` }],
  });
}

/** The file of a policy, with what it holds or what is wrong with it; undefined where there is none. */
export function readPolicyFile(
  { cwd }: Pick<Context, 'cwd'>,
  named: string | undefined,
): { readonly path: string; readonly read: ReadPolicy } | undefined {
  const path = named === undefined ? findPolicy(cwd) : resolve(cwd, named);
  if (path === undefined) return undefined;
  const file = readText(path);
  if (!file.ok) {
    throw new MailvetError('config', `The policy ${path} can't be read: ${file.problem}`);
  }
  const readFile = (name: string) => readText(resolve(dirname(path), name));
  const columns = POLICY_COLUMNS;
  return { path, read: readPolicy({ text: file.text, readFile, columns }) };
}

/** In the working directory, or the nearest one above it. */
function findPolicy(directory: string): string | undefined {
  const path = join(directory, POLICY_NAME);
  const file = readText(path);
  if (file.ok || file.code !== 'ENOENT') return path;
  const above = dirname(directory);
  return above === directory ? undefined : findPolicy(above);
}

function readText(path: string): FileText & { readonly code?: string | undefined } {
  try {
    return { ok: true, text: readFileSync(path, 'utf8').replace(/^\ufeff/, '') };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { ok: false, problem: reasonOf(error), code };
  }
}
