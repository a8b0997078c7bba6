import { build } from './version.ts';

/** Why a file or database that a build before the first release left is refused. `what`: its path or name. */
export function unreleasedText(what: string, writer?: string): string {
  const by = writer === undefined ? 'a build' : `mailvet ${writer}, a build`;
  return `${what} was written by ${by} that was never released, and this is mailvet ${build()}: nothing of it was changed`;
}

export const UNRELEASED_HINT =
  'Finish it with that build, or move it aside: mailvet then begins with an empty one';
