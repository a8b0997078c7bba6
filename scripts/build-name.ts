import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a build calls itself: the package's version, and behind it, as build metadata of semantic
 * versions, the commit (`1.2.3+4f2a91c`, `1.2.3+4f2a91c.modified`). The version alone where the commit
 * is that of the tag `v1.2.3`, and where there is no repository, as in an unpacked tarball.
 */
export function buildName(root: string): string {
  const version = packageVersion(root);
  const commit = git(root, 'rev-parse', '--short', 'HEAD');
  // A copy inside another repository is not built from its commit.
  if (!commit || git(root, 'rev-parse', '--show-prefix') !== '') return version;
  const isModified = git(root, 'status', '--porcelain', '--untracked-files=no') !== '';
  const tags = git(root, 'tag', '--points-at', 'HEAD')?.split('\n') ?? [];
  if (tags.includes(`v${version}`) && !isModified) return version;
  return `${version}+${commit}${isModified ? '.modified' : ''}`;
}

/** The module that takes the place of `src/lib/version.ts` in a build. */
export function versionModule(root: string): string {
  return [
    `export const version = () => ${JSON.stringify(packageVersion(root))};`,
    `export const build = () => ${JSON.stringify(buildName(root))};`,
  ].join('\n');
}

function packageVersion(root: string): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/** What git prints; undefined without git, or without a repository. */
function git(root: string, ...args: readonly string[]): string | undefined {
  try {
    const stdio = ['ignore' as const, 'pipe' as const, 'ignore' as const];
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio }).trim();
  } catch {
    return undefined;
  }
}
