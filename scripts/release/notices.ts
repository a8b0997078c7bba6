import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type LockFile, listRuntimeDependencies, type RuntimeDependency } from './dependencies.ts';

/** The licences of what the executable contains: Node, and the packages that the bundle may take in. */
export function licenceNotices(root: string): string {
  const lock: LockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages = listRuntimeDependencies(lock)
    .filter(({ path }) => isInstalled(join(root, path)))
    .map((one) => notice(`${one.name} ${one.version}`, licenceText(root, one)));
  return [nodeNotice(root), ...packages].join(`\n${'-'.repeat(80)}\n\n`);
}

function notice(title: string, text: string): string {
  return `${title}\n\n${text.trim()}\n`;
}

/** Node's licence has those of all that it contains. */
function nodeNotice(root: string): string {
  const version = process.versions.node;
  const at = `https://github.com/nodejs/node/blob/v${version}/LICENSE`;
  const text = readFirst(nodeLicences(root)) ?? `MIT, with the licences of what it contains: ${at}`;
  return notice(`Node.js ${version}`, text);
}

/** The licence beside bin/ of a distribution, or in the package that npm's `node` installs for a platform. */
function nodeLicences(root: string): string[] {
  const ofNpm = join(root, 'node_modules/node/node_modules');
  const packages = isInstalled(ofNpm) ? readdirSync(ofNpm) : [];
  const platforms = packages.filter((name) => /^node-(?!bin-setup)/.test(name));
  const beside = join(dirname(process.execPath), '..', 'LICENSE');
  return [...platforms.map((name) => join(ofNpm, name, 'LICENSE')), beside];
}

function readFirst(paths: readonly string[]): string | undefined {
  for (const path of paths) if (existsSync(path)) return readFileSync(path, 'utf8');
  return undefined;
}

function licenceText(root: string, { path, license }: RuntimeDependency): string {
  const folder = join(root, path);
  const file = readdirSync(folder).find((name) => /^(?:licen[cs]e|copying|unlicense)/i.test(name));
  return file ? readFileSync(join(folder, file), 'utf8') : `${license}, by its package.json`;
}

/** A dependency for another platform is not installed. */
function isInstalled(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}
