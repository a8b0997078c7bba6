import { existsSync } from 'node:fs';
import { isAbsolute, parse, resolve } from 'node:path';
import { MailvetError } from '../../../errors.ts';
import { canHoldDirectories, type FileAccess } from '../../io/file-place.ts';
import { type Breach, findBreach } from '../../io/within-folders.ts';

/** The directories whose files the tools may read and write: real paths, without links. */
export type Roots = readonly string[];

/** The file that the agent named, as an absolute path. Nothing of it needs to exist. */
export function absolutePath(given: string, roots: Roots): string {
  if (roots.length === 0) throw noRoots();
  if (given.includes('\0')) throw new MailvetError('input', 'A file name can not have a NUL byte');
  return isAbsolute(given) ? resolve(given) : withinRoots(given, roots);
}

/** Allows the files below the roots, real paths, without the hidden ones. */
export function accessBelow(roots: Roots, platform: NodeJS.Platform): FileAccess {
  const judge = (named: string, real: string) => {
    const breach = findBreach([named, real], roots);
    if (breach === undefined) return;
    const [fault, hint] = BREACHES[breach];
    throw new MailvetError('input', `${named} ${fault}`, { hint: hint(roots) });
  };
  return { judge, holdsDirectories: canHoldDirectories(platform) };
}

/** A relative path belongs to the first root that has it, else to the first. */
function withinRoots(given: string, roots: Roots): string {
  const paths = roots.map((root) => resolve(root, given));
  return paths.find((path) => existsSync(path)) ?? paths[0] ?? given;
}

/** What is said of a file that may not be opened, and what to do. */
const BREACHES: Readonly<Record<Breach, readonly [fault: string, hint: (roots: Roots) => string]>> =
  {
    outside: [
      'lies outside of the directories that are open to agents',
      (roots) =>
        `Give a file below ${roots.join(' or ')}; --root <directory> of mailvet mcp opens another`,
    ],
    // Keys, settings and shell profiles lie in hidden files: none of them is a list.
    hidden: [
      'is hidden (its name begins with a dot)',
      () => 'Agents can neither read nor write hidden files: copy the list to another name',
    ],
    system: [
      'is a file of the system',
      () => 'Agents can neither read nor write below /proc and /sys',
    ],
  };

function noRoots(): MailvetError {
  return new MailvetError('input', 'no directory is open to agents', {
    hint: 'Open a folder in the client, or start mailvet mcp with --root <directory>',
  });
}

/** The working directory, unless it is that of the whole file system, where some clients start servers. */
export function defaultRoots(cwd: string): Roots {
  return cwd === parse(cwd).root ? [] : [cwd];
}
