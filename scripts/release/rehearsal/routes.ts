/** The ways to install a release, each with the quick start behind it, by what this machine has. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { canOpenDebian, openDebian } from '../../../test/deb/debian.ts';
import { readAction, runAction } from '../../../test/support/composite-action.ts';
import { ownPlatform } from '../../binary/platforms.ts';
import { fillTemplate, parseChecksums, TEMPLATES } from '../templates.ts';
import { type Environment, findLacking, findProgram, newUser, run, sizeOf } from './commands.ts';
import type { Result } from './log.ts';
import type { ReleaseHost } from './release-host.ts';

/** What has been built, and where it can be had. */
export interface Rehearsed {
  /** The tagged checkout. */
  readonly source: string;
  readonly assets: string;
  readonly version: string;
  readonly host: ReleaseHost;
  /** npm's settings: its cache, and the host as its registry. */
  readonly npm: Environment;
  /** For what the routes install. */
  readonly folder: string;
}

export interface Outcome {
  readonly result: Result;
  readonly what: string;
  readonly bytes?: number;
}

export type Route = (release: Rehearsed) => Promise<Outcome>;

const notDone = (what: string): Outcome => ({ result: 'not done', what });

async function quickStart({ source, folder }: Rehearsed, env: Environment, ...command: string[]) {
  const cwd = mkdtempSync(join(folder, 'quick-start-'));
  const script = join(source, 'scripts/release/quick-start.sh');
  await run('sh', [script, join(source, 'fixtures/contacts.csv'), ...command], { cwd, env });
}

const npm: Route = async (release) => {
  const { folder, version } = release;
  const env = newUser(folder, release.npm);
  const prefix = join(folder, 'npm');
  const args = [
    'install',
    '--global',
    '--ignore-scripts',
    `--prefix=${prefix}`,
    `mailvet@${version}`,
  ];
  await run('npm', args, { cwd: folder, env });
  await quickStart(release, env, join(prefix, 'bin/mailvet'));
  const bytes = await sizeOf(prefix, env);
  return { result: 'ok', bytes, what: 'npm install --global, with its dependencies' };
};

const executable: Route = async (release) => {
  const { folder, assets } = release;
  const env = newUser(folder, {});
  const to = mkdtempSync(join(folder, 'executable-'));
  const archive = join(assets, `mailvet-${ownPlatform()}.tar.gz`);
  await run('tar', ['-xzf', archive, '-C', to], { cwd: to, env });
  await quickStart(release, env, join(to, 'bin/mailvet'));
  return { result: 'ok', bytes: await sizeOf(to, env), what: 'the archive, unpacked' };
};

const script: Route = async (release) => {
  const { folder, assets, host, version } = release;
  const env = newUser(folder, {});
  const to = join(folder, 'script');
  const args = ['--from', `${host.url}/releases`, '--version', version, '--to', to];
  await run('sh', [join(assets, 'install.sh'), ...args], { cwd: folder, env });
  await quickStart(release, env, join(to, 'bin/mailvet'));
  const bytes = await sizeOf(to, env);
  return { result: 'ok', bytes, what: 'install.sh, from a host on loopback' };
};

const deb: Route = async ({ source, assets }) => {
  if (!canOpenDebian()) return notDone('needs root of a Debian');
  const name = readdirSync(assets).find((one) => one.endsWith('.deb')) ?? '';
  const debian = await openDebian();
  try {
    debian.copyIn(join(assets, name), 'mailvet.deb');
    debian.copyIn(join(source, 'scripts/release/quick-start.sh'), 'quick-start.sh');
    debian.run('dpkg', '--install', '/mnt/mailvet.deb');
    const line = 'mkdir /rehearsal && cd /rehearsal && HOME=/rehearsal/home sh /mnt/quick-start.sh';
    debian.run('sh', '-ec', `${line} /usr/share/mailvet/contacts.csv mailvet`);
    const kilobytes = debian.run('dpkg-query', '-Wf', '${' + 'Installed-Size}', 'mailvet');
    const bytes = Number(kilobytes) * 1024;
    return { result: 'ok', bytes, what: `dpkg --install ${name}, in an overlay of this machine` };
  } finally {
    await debian.end();
  }
};

const image: Route = async ({ source, folder, npm }) => {
  if (!canOpenDebian()) return notDone('needs root of a Debian');
  const env = { ...newUser(folder, npm), MAILVET_BINARY: join(source, 'out/mailvet') };
  const vitest = join(source, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--config', 'vitest.binary.config.ts', 'test/deploy'];
  await run(process.execPath, args, { cwd: source, env });
  return {
    result: 'ok',
    what: 'the steps of deploy/Dockerfile, in an overlay: no container engine',
  };
};

/** mise asks for an address: the manifest is filled in once more, with that of the host. */
const mise: Route = async (release) => {
  const { folder, source, assets, host, version } = release;
  const program = findProgram('mise');
  if (program === undefined) return notDone('mise not found');
  const cwd = mkdtempSync(join(folder, 'mise-'));
  const checksums = parseChecksums(readFileSync(join(assets, 'checksums.txt'), 'utf8'));
  const template = readFileSync(join(source, TEMPLATES['mise.toml'] ?? ''), 'utf8');
  writeFileSync(
    join(cwd, 'mise.toml'),
    fillTemplate(template, { repository: host.url, version, checksums }),
  );
  const env = { ...newUser(folder, {}), MISE_YES: '1' };
  await run(program, ['trust'], { cwd, env });
  await run(program, ['install'], { cwd, env });
  const installed = (await run(program, ['which', 'mailvet'], { cwd, env })).trim();
  await quickStart(release, env, installed);
  const bytes = await sizeOf(join(installed, '../..'), env);
  return { result: 'ok', bytes, what: 'mise install, from mise.toml and a host on loopback' };
};

const action: Route = async (release) => {
  const { source, folder, version } = release;
  const env = newUser(folder, release.npm);
  const actionPath = mkdtempSync(join(folder, 'action-'));
  const clone = ['clone', '-q', '-c', 'advice.detachedHead=false', '--branch', `v${version}`];
  await run('git', [...clone, source, actionPath], { cwd: folder, env });
  const workspace = mkdtempSync(join(folder, 'workspace-'));
  writeFileSync(
    join(workspace, 'contacts.csv'),
    readFileSync(join(source, 'fixtures/contacts.csv')),
  );
  const inputs = { check: 'verify', file: 'contacts.csv', 'fail-on': 'none' };
  const read = await readAction(join(actionPath, 'action.yml'));
  const ran = await runAction(read, inputs, { actionPath, workspace, env });
  if (ran.exitCode !== 0 || ran.outputs.deliverable !== '7') throw new Error(ran.log);
  const bin = ran.path.trim().split('\n').at(-1) ?? '';
  await quickStart(release, env, join(bin, 'mailvet'));
  return { result: 'ok', what: `the steps of action.yml at v${version}, without setup-node` };
};

const preCommit: Route = async (release) => {
  const { source, folder, version } = release;
  const program = findProgram('pre-commit');
  if (program === undefined) return notDone('pre-commit not found');
  const user = newUser(folder, release.npm);
  const cwd = mkdtempSync(join(folder, 'pre-commit-'));
  // It prefers Debian's name of Node.
  const bin = mkdtempSync(join(folder, 'bin-'));
  symlinkSync(process.execPath, join(bin, 'nodejs'));
  const env = { ...user, PATH: `${bin}:${user.PATH}` };
  writeFileSync(join(cwd, 'contacts.csv'), readFileSync(join(source, 'fixtures/contacts.csv')));
  const hooks = ['mailvet-scan', 'mailvet-readable'].map((id) => ({ id }));
  const repos = [{ repo: source, rev: `v${version}`, hooks }];
  const config = { default_language_version: { node: 'system' }, repos };
  writeFileSync(join(cwd, '.pre-commit-config.yaml'), JSON.stringify(config));
  await run('git', ['init', '-q'], { cwd, env });
  await run('git', ['add', '.'], { cwd, env });
  await run(program, ['run', '--all-files'], { cwd, env });
  const cache = join(user.HOME ?? '', '.cache/pre-commit');
  const found = readdirSync(cache).map((one) => join(cache, one, 'node_env-system/bin/mailvet'));
  await quickStart(release, env, found.find((path) => existsSync(path)) ?? 'mailvet');
  return { result: 'ok', what: `mailvet-scan and mailvet-readable at v${version}` };
};

type Checker = (text: string) => unknown;

/** A route that this machine can't take: its files are read by what reads their language. */
function checked(pattern: RegExp, why: string, check: Checker | [string, ...string[]]): Route {
  return async ({ assets, folder }) => {
    const names = readdirSync(assets).filter((name) => pattern.test(name));
    if (names.length === 0) throw new Error(`No file of the release is called ${pattern}`);
    if (typeof check === 'function') {
      for (const name of names) check(readFileSync(join(assets, name), 'utf8'));
      return { result: 'checked', what: `${names.join(', ')} parsed; ${why}` };
    }
    const [program, ...flags] = check;
    const lacking = findLacking(program);
    if (lacking) return notDone(lacking);
    const env = newUser(folder, {});
    for (const name of names) {
      await run(findProgram(program) ?? program, [...flags, join(assets, name)], {
        cwd: folder,
        env,
      });
    }
    return { result: 'checked', what: `${check.join(' ')} ${names.join(', ')}; ${why}` };
  };
}

export const ROUTES: Readonly<Record<string, Route>> = {
  npm,
  executable,
  script,
  deb,
  image,
  mise,
  action,
  'pre-commit': preCommit,
  homebrew: checked(/\.rb$/, 'not installed: no brew', ['ruby', '-c']),
  scoop: checked(/^mailvet\.json$/, 'not installed: needs Windows', JSON.parse),
  winget: checked(/\.mailvet\..*yaml$/, 'not installed: needs Windows', (text) => parse(text)),
  nix: checked(/\.nix$/, 'not installed: needs nixpkgs', ['nix-instantiate', '--parse']),
};
