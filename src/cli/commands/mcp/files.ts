import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { MailvetError } from '../../../errors.ts';

/** The directories whose files the tools may read and write. */
export type Roots = readonly string[];

/** An allowed file, by the path that the agent gave, made absolute. Nothing of it needs to exist. */
export async function allowedPath(given: string, roots: Roots): Promise<string> {
  if (roots.length === 0) throw noRoots();
  const path = isAbsolute(given) ? resolve(given) : withinRoots(given, roots);
  const real = await realPath(path);
  for (const root of roots) {
    const way = relative(await realPath(root), real);
    if (!isBelow(way)) continue;
    if (way.split(sep).some((name) => name.startsWith('.'))) throw hidden(given);
    return path;
  }
  throw new MailvetError(
    'input',
    `${given} lies outside of the directories that are open to agents`,
    {
      hint: `Give a file below ${roots.join(' or ')}; --root <directory> of mailvet mcp opens another`,
    },
  );
}

/** A relative path belongs to the first root that has it, else to the first. */
function withinRoots(given: string, roots: Roots): string {
  const paths = roots.map((root) => resolve(root, given));
  return paths.find((path) => existsSync(path)) ?? paths[0] ?? given;
}

/** Where the links of a path lead: of the part that exists, with the rest behind it. */
async function realPath(path: string): Promise<string> {
  const found = await realpath(path).catch(() => undefined);
  if (found !== undefined || path === parse(path).root) return found ?? path;
  return join(await realPath(dirname(path)), basename(path));
}

function isBelow(way: string): boolean {
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Keys, settings and shell profiles lie in hidden files: none of them is a list. */
function hidden(given: string): MailvetError {
  return new MailvetError('input', `${given} is hidden (its name begins with a dot)`, {
    hint: 'Agents can neither read nor write hidden files: copy the list to another name',
  });
}

function noRoots(): MailvetError {
  return new MailvetError('input', 'no directory is open to agents', {
    hint: 'Open a folder in the client, or start mailvet mcp with --root <directory>',
  });
}

/** The working directory, unless it is that of the whole file system, where some clients start servers. */
export function defaultRoots(cwd: string): Roots {
  return cwd === parse(cwd).root ? [] : [cwd];
}
