import { lstatSync } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { POLICY_COLUMNS } from '../formats/write/output.ts';
import { isMailvetError, MailvetError } from '../lib/errors.ts';
import { reasonOf } from '../lib/system-reason.ts';
import { counted } from '../lib/wording.ts';
import type { Policy } from '../policy/policy.ts';
import type { FileText, ReadPolicy } from '../policy/read-policy.ts';
import type { UserEnvironment } from './context.ts';
import {
  type Breach,
  canHoldDirectories,
  type FileAccess,
  findBreach,
  openJudged,
} from './io/file-place.ts';

/** How the file of a policy is called. */
export const POLICY_NAME = 'mailvet.json';

/** A policy has at most so many bytes, and so have all files that it names together. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A policy with its file. */
export interface LoadedPolicy {
  readonly path: string;
  readonly policy: Policy;
}

/** Which file holds the policy, and which files of lists it may name. */
interface PolicyPlace {
  /** Absent: the nearest `mailvet.json`. */
  readonly named?: string | undefined;
  /** Absent: the files below the folder of the policy. */
  readonly access?: FileAccess | undefined;
}

/** Finds the policy: the named file, or the nearest one; undefined without a file. Throws `config` for a fault. */
export async function loadPolicy(
  context: UserEnvironment,
  place: PolicyPlace,
): Promise<LoadedPolicy | undefined> {
  const found = await readPolicyFile(context, place);
  if (!found) return undefined;
  const { path, read } = found;
  if (read.ok) return { path, policy: read.policy };
  const { faultText } = await import('../policy/read-policy.ts');
  const [first, ...others] = read.faults.map((fault) => `${path}:${faultText(fault)}`);
  const more = others.length + read.more;
  const rest = more > 0 ? `${counted(more)} more: mailvet policy check; or ` : '';
  throw new MailvetError('config', first ?? `${path} can't be used`, {
    hint: [{ code: 'terminal', text: `${rest}--no-policy judges without it` }],
  });
}

/** Reads the file of the policy, which may have faults; undefined without a file. */
export async function readPolicyFile(
  context: UserEnvironment,
  { named, access }: PolicyPlace,
): Promise<{ readonly path: string; readonly read: ReadPolicy } | undefined> {
  const path = named === undefined ? findPolicy(context.cwd) : resolve(context.cwd, named);
  if (path === undefined) return undefined;
  const folder = dirname(path);
  const below = async () => accessBelow([await realpath(folder)], context.platform);
  // Somebody who names the file may name a link or a pipe; one that is found is a file of its folder.
  const opened =
    named === undefined ? async () => openJudged(path, await below()) : () => open(path);
  const file = await readBounded(path, opened, MAX_BYTES);
  if (!file.ok) {
    throw new MailvetError('config', `The policy ${path} can't be read: ${file.problem}`, {
      hint:
        named === undefined ? 'Name it with --policy <file>, or judge without it: --no-policy' : '',
    });
  }
  const read = await readWithLists(file.text, async (names) =>
    readFiles(names, folder, access ?? (await below())),
  );
  return { path, read };
}

/** In the working directory, or the nearest one above it. */
function findPolicy(directory: string): string | undefined {
  const path = join(directory, POLICY_NAME);
  if (!isAbsent(path)) return path;
  const above = dirname(directory);
  return above === directory ? undefined : findPolicy(above);
}

function isAbsent(path: string): boolean {
  try {
    lstatSync(path);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

type Files = ReadonlyMap<string, FileText>;

/** Reads a policy twice where it names files: the first time to know which. */
async function readWithLists(
  text: string,
  readAll: (names: ReadonlySet<string>) => Promise<Files>,
): Promise<ReadPolicy> {
  const { readPolicy } = await import('../policy/read-policy.ts');
  const names = new Set<string>();
  const columns = POLICY_COLUMNS;
  const collect = (name: string): FileText => {
    names.add(name);
    return { ok: true, text: '' };
  };
  const read = readPolicy({ text, readFile: collect, columns });
  if (names.size === 0) return read;
  const files = await readAll(names);
  const readFile = (name: string): FileText =>
    files.get(name) ?? { ok: false, problem: 'it was not read' };
  return readPolicy({ text, readFile, columns });
}

async function readFiles(
  names: ReadonlySet<string>,
  folder: string,
  access: FileAccess,
): Promise<Files> {
  const files = new Map<string, FileText>();
  let left = MAX_BYTES;
  for (const name of names) {
    const path = resolve(folder, name);
    const file = await readBounded(path, () => openJudged(path, access), left);
    if (file.ok) left -= Buffer.byteLength(file.text);
    files.set(name, file);
  }
  return files;
}

async function readBounded(
  path: string,
  opened: () => Promise<FileHandle | undefined>,
  most: number,
): Promise<FileText> {
  try {
    const handle = await opened();
    if (!handle) return { ok: false, problem: reasonOf({ code: 'ENOENT' }) };
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of handle.createReadStream()) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > most) return { ok: false, problem: TOO_LARGE };
    }
    return {
      ok: true,
      text: Buffer.concat(chunks)
        .toString()
        .replace(/^\ufeff/, ''),
    };
  } catch (error) {
    // Errors of ours begin with the path, which the reader of the fault sees as it was written.
    if (!isMailvetError(error)) return { ok: false, problem: reasonOf(error) };
    return { ok: false, problem: error.message.replace(path, 'it') };
  }
}

const TOO_LARGE = `a policy, and all files that it names together, have at most ${MAX_BYTES / 1024 / 1024} MB`;

/** Allows the regular files below a folder, without hidden ones. */
function accessBelow(folders: readonly string[], platform: NodeJS.Platform): FileAccess {
  const judge = (named: string, real: string) => {
    const breach = findBreach([named, real], folders);
    if (breach) throw new MailvetError('config', `${named} ${BREACHES[breach]}`);
  };
  return { judge, holdsDirectories: canHoldDirectories(platform) };
}

const BREACHES: Readonly<Record<Breach, string>> = {
  outside: 'lies outside of the folder of the policy',
  hidden: 'is hidden (its name begins with a dot)',
  system: 'is a file of the system',
};
