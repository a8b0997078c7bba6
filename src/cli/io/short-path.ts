import { isAbsolute, join, relative, sep } from 'node:path';
import type { Context } from '../context.ts';

/** A path for people: relative below the working directory, else with `~` below the home. */
export function shortPath(path: string, { cwd, home }: Pick<Context, 'cwd' | 'home'>): string {
  return below(path, cwd) ?? tilde(below(path, home)) ?? path;
}

/** The way from a directory to a path in it; undefined for any other path. */
function below(path: string, directory: string): string | undefined {
  const way = relative(directory, path);
  const isBelow = way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  return isBelow ? way : undefined;
}

function tilde(way: string | undefined): string | undefined {
  return way === undefined ? undefined : join('~', way);
}
