/**
 * Tools that `npm ci` leaves out, since not everybody needs them. Each group is a package with its own lock file;
 * what needs it installs it first, and links it into `node_modules`, where its packages are found like any others:
 *
 *     node scripts/tools/need.ts checks
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Group = 'checks' | 'executable' | 'postgres';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(dirname(HERE));

/** Does nothing where `node_modules` has the versions that are locked. Throws where they can't be installed. */
export function needTools(group: Group): void {
  const folder = join(HERE, group);
  const versions = readVersions(folder);
  const missing = versions.filter(([name, version]) => installedVersion(ROOT, name) !== version);
  if (missing.length === 0) return;
  if (missing.some(([name, version]) => installedVersion(folder, name) !== version)) {
    install(group);
  }
  for (const [name] of missing) link(folder, name);
}

/** The packages that a group is for, without theirs. */
function readVersions(folder: string): [name: string, version: string][] {
  const lock = readJson(join(folder, 'package-lock.json'));
  const names = Object.keys(lock.packages[''].devDependencies);
  return names.map((name) => [name, lock.packages[`node_modules/${name}`].version]);
}

function installedVersion(folder: string, name: string): string | undefined {
  const path = join(folder, 'node_modules', name, 'package.json');
  return existsSync(path) ? readJson(path).version : undefined;
}

function install(group: Group): void {
  const folder = `scripts/tools/${group}`;
  console.error(`Installing the tools of ${folder}, once`);
  const { status } = spawnSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], {
    cwd: ROOT,
    // What calls this may be about to print results.
    stdio: ['ignore', 2, 2],
    // npm is a script on Windows.
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  throw new Error(
    `The tools of ${folder} can't be installed (above). They come from the npm registry, as those of npm ci do. ` +
      `Check the network, then: npm ci --prefix ${folder}`,
  );
}

function link(folder: string, name: string): void {
  const place = join(ROOT, 'node_modules', name);
  mkdirSync(dirname(place), { recursive: true });
  rmSync(place, { recursive: true, force: true });
  // Windows lets everybody make junctions.
  symlinkSync(join(folder, 'node_modules', name), place, 'junction');
}

function readJson(path: string) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

if (import.meta.main) {
  try {
    for (const group of process.argv.slice(2)) needTools(group as Group);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
