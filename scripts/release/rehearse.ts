/**
 * A release without publishing anything: tags a clone of the last commit, builds from the tag what a release has, and
 * installs it by every route that this machine can take, each time for a user with an empty home, with the quick start
 * behind it. A host on loopback plays the releases and the registry. Run it after `npm ci`; it prints a line a route:
 *
 *     npm run release:rehearse [-- npm script …]      all routes, or these
 *
 * Ends with 1 where a step or a route fails. A route that can't be taken is `not done`; of `checked` ones only the files
 * were read.
 */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLATFORMS } from '../binary/platforms.ts';
import { needTools } from '../tools/need.ts';
import { type Environment, newUser, run, sizeOf } from './rehearsal/commands.ts';
import { dateChangelog, type Row, toLine } from './rehearsal/log.ts';
import { startReleaseHost } from './rehearsal/release-host.ts';
import { type Outcome, type Rehearsed, ROUTES } from './rehearsal/routes.ts';
import { ROOT } from './share.ts';

/** Where no workflow names one. */
const EXAMPLE = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'example/mailvet' };

const folder = mkdtempSync(join(tmpdir(), 'mailvet-rehearsal-'));
const source = join(folder, 'source');
const assets = join(folder, 'assets');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const tag = `v${version}`;

/** Of this machine's npm, which the homes of the routes would not find. */
const npmSetting = (name: string) =>
  execFileSync('npm', ['config', 'get', name], { cwd: ROOT, encoding: 'utf8' }).trim();
const registry = npmSetting('registry');
const cache = npmSetting('cache');
const npm: Environment = {
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && /^(?:https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(name)
        ? [[name, value]]
        : [],
    ),
  ),
  npm_config_cache: cache,
  npm_config_loglevel: 'error',
};

const builder: Environment = {
  ...newUser(folder, npm),
  GITHUB_SERVER_URL: process.env.GITHUB_SERVER_URL ?? EXAMPLE.GITHUB_SERVER_URL,
  GITHUB_REPOSITORY: process.env.GITHUB_REPOSITORY ?? EXAMPLE.GITHUB_REPOSITORY,
};
const inSource = (program: string, ...args: string[]) =>
  run(program, args, { cwd: source, env: builder });
const node = (...args: string[]) => inSource(process.execPath, ...args);

/** Does what runs by turns, and prints a line of each. Returns false where it failed. */
async function attempt(route: string, work: () => Promise<Outcome>): Promise<boolean> {
  const began = performance.now();
  const outcome: Outcome = await work().catch((error: Error) => ({
    result: 'FAILED',
    what: error.message,
  }));
  const seconds = (performance.now() - began) / 1000;
  const row: Row = { route, seconds, ...outcome };
  console.log(toLine(row));
  if (outcome.result === 'FAILED') process.exitCode = 1;
  return outcome.result !== 'FAILED';
}

const done = (what: string, bytes?: number): Outcome => ({
  result: 'ok',
  what,
  ...(bytes !== undefined && { bytes }),
});

async function tagClone(): Promise<Outcome> {
  await run('git', ['clone', '-q', ROOT, source], { cwd: folder, env: builder });
  symlinkSync(join(ROOT, 'node_modules'), join(source, 'node_modules'));
  writeFileSync(join(source, '.git/info/exclude'), 'node_modules\n');
  const changelog = join(source, 'CHANGELOG.md');
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(changelog, dateChangelog(readFileSync(changelog, 'utf8'), version, today));
  const person = ['-c', 'user.name=mailvet', '-c', 'user.email=mailvet@example.com'];
  await inSource('git', ...person, 'commit', '-qam', `release: ${version}`, '--allow-empty');
  await inSource('git', 'tag', '--force', tag);
  return done(
    `${tag} in a clone of ${(await inSource('git', 'rev-parse', '--short', 'HEAD~')).trim()}`,
  );
}

async function check(): Promise<Outcome> {
  await node('scripts/build.js');
  await node('scripts/release/check.ts', '--no-binary', '--tag', tag);
  const notes = await node('scripts/release/notes.ts');
  return done(`release:check; notes of ${notes.trim().split('\n').length} lines`);
}

async function pack(): Promise<Outcome> {
  await node('scripts/release/repository.ts');
  const { repository, bugs, homepage } = JSON.parse(
    readFileSync(join(source, 'package.json'), 'utf8'),
  );
  if (!repository || !bugs || !homepage) throw new Error('package.json names no repository');
  await node('scripts/client-package.ts');
  for (const what of ['.', './out/client']) {
    await inSource('npm', 'pack', '--ignore-scripts', '--pack-destination', folder, what);
  }
  await inSource('git', 'checkout', '-q', 'package.json');
  const unpacked = mkdtempSync(join(folder, 'unpacked-'));
  await run('tar', ['-xzf', tarball(), '-C', unpacked], { cwd: folder, env: builder });
  return done(
    `mailvet and mailvet-client of ${homepage}; unpacked`,
    await sizeOf(unpacked, builder),
  );
}

const tarball = () => join(folder, `mailvet-${version}.tgz`);

async function buildExecutable(): Promise<Outcome> {
  await node('scripts/binary/build.ts');
  const archive = (await node('scripts/release/archive.ts', '--output', assets)).trim();
  return done('build:binary and its archive', await sizeOf(archive, builder));
}

async function buildDeb(): Promise<Outcome> {
  const path = (await node('scripts/deb/build.ts', '--output', assets)).trim();
  return done('scripts/deb/build.ts', await sizeOf(path, builder));
}

/** The archives of other platforms are not built here: their checksums are zeros. */
async function fill(): Promise<Outcome> {
  writeFileSync(join(assets, 'mailvet.cdx.json'), await node('scripts/release/sbom.ts'));
  const names = readdirSync(assets);
  const sums = await run('sha256sum', ['--', ...names], { cwd: assets, env: builder });
  const others = PLATFORMS.map((platform) =>
    platform === 'win-x64' ? `mailvet-${platform}.zip` : `mailvet-${platform}.tar.gz`,
  ).filter((name) => !names.includes(name));
  const zeros = others.map((name) => `${'0'.repeat(64)}  ${name}\n`);
  const checksums = join(assets, 'checksums.txt');
  writeFileSync(checksums, sums + zeros.join(''));
  const args = ['--checksums', checksums, '--output', assets];
  const filled = await node('scripts/release/fill.ts', ...args);
  const labels = await node('scripts/release/repository.ts', '--labels');
  return done(
    `bill of materials, checksums (zeros for ${others.length} platforms), ${labels.trim().split('\n').length} labels, ${filled.trim().split('\n').join(', ')}`,
  );
}

const STEPS = [
  ['tag', tagClone],
  ['check', check],
  ['pack', pack],
  ['executable', buildExecutable],
  ['.deb', buildDeb],
  ['fill', fill],
] as const;

async function build(): Promise<boolean> {
  mkdirSync(assets);
  needTools('executable');
  for (const [name, step] of STEPS) {
    if (name === '.deb' && process.platform !== 'linux') continue;
    if (!(await attempt(`build ${name}`, step))) return false;
  }
  return true;
}

async function install(names: readonly string[]): Promise<void> {
  const lock = JSON.parse(readFileSync(join(source, 'package-lock.json'), 'utf8'));
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const published = {
    assets,
    packages: lock.packages,
    manifest,
    tarball: tarball(),
    registry,
    cache,
  };
  await using host = await startReleaseHost(published);
  const release: Rehearsed = {
    ...{ source, assets, version, host, folder },
    npm: { ...npm, npm_config_registry: host.url },
  };
  for (const [name, route] of Object.entries(ROUTES)) {
    if (names.length === 0 || names.includes(name)) await attempt(name, () => route(release));
  }
  const asked = host.passedOn.length;
  console.log(
    `${asked} requests went on to ${registry}${asked ? `: ${host.passedOn.slice(0, 5).join(' ')} …` : ''}`,
  );
}

try {
  if (await build()) await install(process.argv.slice(2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
