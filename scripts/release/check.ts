/**
 * All that must hold before a release and needs no network:
 *
 *     node scripts/release/check.ts [--tag v1.2.3] [--no-binary]
 *
 * Ends with 1 where something does not, and names it. With --tag the version and the changelog have to
 * be those of the tag. --no-binary leaves out the executable, which takes a minute.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { billOfMaterials } from './bill-of-materials.ts';
import {
  checkChangelog,
  checkInstallScripts,
  checkLicenses,
  checkManPage,
  checkTarball,
  checkVersions,
} from './checks.ts';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

function readIfThere(name: string): string | undefined {
  try {
    return read(name);
  } catch {
    return undefined;
  }
}

function pack() {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'];
  const text = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', shell: onWindows });
  return JSON.parse(text)[0];
}

function checkBillOfMaterials(): string[] {
  try {
    billOfMaterials(ROOT);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
}

function tryBinary(): string[] {
  const options = { cwd: ROOT, stdio: 'inherit', shell: onWindows } as const;
  const { status } = spawnSync('npm', ['run', '--silent', 'test:binary'], options);
  return status === 0 ? [] : ['The executable fails its smoke test (above)'];
}

/** npm is a script there. */
const onWindows = process.platform === 'win32';

const { values } = parseArgs({
  options: { tag: { type: 'string' }, 'no-binary': { type: 'boolean' } },
});
const { tag } = values;
const manifest = JSON.parse(read('package.json'));
const lock = JSON.parse(read('package-lock.json'));
const { version } = manifest;

const CHECKS: readonly (readonly [string, () => string[]])[] = [
  ['versions agree', () => checkVersions(manifest, lock, tag)],
  ['the changelog has the section', () => checkChangelog(read('CHANGELOG.md'), version, tag)],
  ['the man page is there', () => checkManPage(readIfThere('dist/mailvet.1'), version)],
  ['the tarball has what is meant', () => checkTarball(pack())],
  ['licences of dependencies are allowed', () => checkLicenses(lock)],
  ['no dependency runs install scripts', () => checkInstallScripts(lock)],
  ['the bill of materials is complete', checkBillOfMaterials],
  ...(values['no-binary'] ? [] : [['the executable works', tryBinary] as const]),
];

for (const [name, check] of CHECKS) {
  const problems = check();
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'}  ${name}`);
  for (const problem of problems) console.log(`      ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
