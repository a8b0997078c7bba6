/** The Debian package, from its installation to its purge. Each test goes on where the one before ended. */
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { canOpenDebian, type Debian, openDebian } from './debian.ts';

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const binary = process.env.MAILVET_BINARY ?? root('out/mailvet');
/** A running service goes on with the new program. */
const RESTART = 'daemon-reload\ntry-restart mailvet.service\n';
const SYSTEMCTL = '/usr/local/bin/systemctl';
const { version } = JSON.parse(readFileSync(root('package.json'), 'utf8')) as { version: string };

const hasLintian = spawnSync('lintian', ['--version']).status === 0;

describe.skipIf(!canOpenDebian())('the Debian package', () => {
  const folder = temporaryFolder();
  let debian: Debian;
  let first: string;

  beforeAll(async () => {
    debian = await openDebian();
    first = build();
    debian.copyIn(first, 'first.deb');
    debian.copyIn(repack(first), 'next.deb');
    // No systemd runs here: its commands are recorded.
    debian.run('mkdir', '-p', '/run/systemd/system');
    debian.run('sh', '-c', `echo '#!/bin/sh\necho "$*" >> /systemctl.log' > ${SYSTEMCTL}`);
    debian.run('chmod', '755', SYSTEMCTL);
  });
  afterAll(async () => {
    await debian?.end();
    folder.dispose();
  });

  function build(): string {
    const args = ['--quick', '--binary', binary, '--output', folder.path('built')];
    const program = root('scripts/deb/build.ts');
    return execFileSync(process.execPath, [program, ...args], { encoding: 'utf8' }).trim();
  }

  /** The same package as the version after it. */
  function repack(deb: string): string {
    const [files, next] = [folder.path('files'), folder.path('next.deb')];
    execFileSync('dpkg-deb', ['--raw-extract', deb, files]);
    const control = `${files}/DEBIAN/control`;
    const text = readFileSync(control, 'utf8');
    writeFileSync(control, text.replace(`Version: ${version}`, `Version: ${version}+next`));
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', files, next]);
    return next;
  }

  /** The first lines of the service, started with the settings of its unit. */
  async function serve(): Promise<string> {
    const unit = debian.run('cat', '/usr/lib/systemd/system/mailvet.service');
    const find = (name: string) => RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1] ?? '';
    const env = [...unit.matchAll(/^Environment=(.+)$/gm)].map(([, set = '']) =>
      set.replace('%E', '/etc'),
    );
    const command = ['env', '-C', '/', ...env, ...find('ExecStart').split(' '), '--port', '0'];
    const user = [`--reuid=${find('User')}`, `--regid=${find('Group')}`, '--init-groups'];
    const child = debian.spawn('setpriv', ...user, ...command);
    const lines: string[] = [];
    if (child.stdout) {
      for await (const line of createInterface(child.stdout)) {
        lines.push(line);
        if (line.includes('listening on')) break;
      }
    }
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    return lines.join('\n');
  }

  const admin = (...args: string[]) =>
    debian.run('mailvet', 'admin', ...args, '--database', '/var/lib/mailvet/mailvet.db');
  /** The commands of systemd since the last call. */
  const toldSystemd = () => debian.run('sh', '-c', 'cat /systemctl.log; : > /systemctl.log');
  const SETTINGS = '/etc/mailvet/service.json';

  it.skipIf(!hasLintian)('is a package that lintian finds no fault with', () => {
    const args = ['--allow-root', '--fail-on', 'error,warning', first];
    const { stdout } = spawnSync('lintian', args, { encoding: 'utf8' });
    expect(stdout).toBe('');
  });

  it('is installed, with everything in its place', () => {
    debian.run('dpkg', '--install', '/mnt/first.deb');
    expect(debian.run('mailvet', '--version').replace(/\+.*/, '')).toBe(`${version}\n`);
    expect(debian.run('man', '--where', 'mailvet')).toBe('/usr/share/man/man1/mailvet.1.gz\n');
    for (const file of [
      '/usr/share/bash-completion/completions/mailvet',
      '/usr/share/zsh/vendor-completions/_mailvet',
      '/usr/share/fish/vendor_completions.d/mailvet.fish',
      '/usr/share/doc/mailvet/copyright',
      '/usr/share/doc/mailvet/third-party-licences.txt.gz',
      '/usr/share/doc/mailvet/docs/operations.md',
    ]) {
      expect(debian.run('dpkg', '--search', file)).toContain('mailvet:');
    }
    expect(debian.status('bash -n /usr/share/bash-completion/completions/mailvet')).toBe(0);
    expect(debian.run('dpkg', '--verify', 'mailvet')).toBe('');
    expect(toldSystemd()).toBe(RESTART);
  });

  it('has a changelog that apt shows, and names the licences of what it contains', () => {
    const doc = '/usr/share/doc/mailvet';
    expect(debian.run('zcat', `${doc}/changelog.gz`)).toMatch(
      /^mailvet \(.+\) stable; urgency=medium\n/,
    );
    expect(debian.run('zcat', `${doc}/CHANGELOG.md.gz`)).toMatch(/^# Changelog/);
    expect(debian.run('zcat', `${doc}/third-party-licences.txt.gz`)).toMatch(/^Node\.js \d+/);
  });

  it('has a user of its own, to whom alone data and settings are open', () => {
    expect(debian.run('getent', 'passwd', 'mailvet')).toMatch(/:\/var\/lib\/mailvet:.*nologin\n$/);
    const stat = (path: string) => debian.run('stat', '-c', '%U:%G %a', path);
    expect(stat('/var/lib/mailvet')).toBe('mailvet:mailvet 700\n');
    expect(stat(SETTINGS)).toBe('root:mailvet 640\n');
  });

  it('has a unit that systemd accepts', () => {
    const unit = '/usr/lib/systemd/system/mailvet.service';
    expect(debian.run('systemd-analyze', 'verify', '--man=yes', unit)).toBe('');
    const report = debian.run('systemd-analyze', 'security', '--offline=true', unit);
    expect(report).toMatch(/Overall exposure level for mailvet.service: [0-2]\.\d (OK|SAFE)/);
  });

  it('serves as that user, and keeps its data where the settings say', async () => {
    expect(await serve()).toMatch(/^API key of team default, shown this once: mv_/);
    admin('team', 'create', 'Nord');
    debian.run('chown', '-R', 'mailvet:mailvet', '/var/lib/mailvet');
    expect(await serve()).toMatch(/^mailvet service listening on/);
  });

  it('keeps data and changed settings at an upgrade', async () => {
    const changed = '{ "database": "/var/lib/mailvet/mailvet.db", "helo": "verify.example.com" }';
    debian.run('sh', '-c', `echo '${changed}' > ${SETTINGS}`);
    debian.run('dpkg', '--install', '/mnt/next.deb');
    expect(debian.run('dpkg', '--status', 'mailvet')).toContain(`Version: ${version}+next\n`);
    expect(toldSystemd()).toBe(`daemon-reload\n${RESTART}`);
    expect(debian.run('cat', SETTINGS)).toBe(`${changed}\n`);
    expect(admin('team', 'list')).toContain('Nord');
    expect(await serve()).toMatch(/^mailvet service listening on/);
  });

  it('may be configured any number of times', () => {
    for (const _ of [1, 2]) debian.run('/var/lib/dpkg/info/mailvet.postinst', 'configure', version);
    debian.run('dpkg-reconfigure', 'mailvet');
    expect(toldSystemd().replaceAll(RESTART, '')).toBe('');
  });

  it('leaves settings and data when it is removed', () => {
    debian.run('dpkg', '--remove', 'mailvet');
    expect(debian.status('command -v mailvet')).not.toBe(0);
    expect(toldSystemd()).toBe('disable --now mailvet.service\ndaemon-reload\n');
    expect(debian.run('cat', SETTINGS)).toContain('verify.example.com');
    expect(debian.status('test -s /var/lib/mailvet/mailvet.db')).toBe(0);
  });

  it('asks nothing when it is purged, leaves the data and says so', () => {
    const said = debian.run('dpkg', '--purge', 'mailvet');
    expect(said).toContain('The data in /var/lib/mailvet is kept. To delete it: rm -r');
    expect(debian.status(`test -e ${SETTINGS}`)).not.toBe(0);
    expect(debian.status('test -s /var/lib/mailvet/mailvet.db')).toBe(0);
    expect(debian.status('dpkg --status mailvet')).not.toBe(0);
  });

  it('finds the data again when it is installed again', async () => {
    debian.run('dpkg', '--install', '/mnt/next.deb');
    expect(admin('team', 'list')).toContain('Nord');
    expect(await serve()).toMatch(/^mailvet service listening on/);
  });

  it('has left the machine as it was', () => {
    expect(() => execFileSync('dpkg', ['--status', 'mailvet'], { stdio: 'pipe' })).toThrow();
    expect(() => execFileSync('getent', ['passwd', 'mailvet'], { stdio: 'pipe' })).toThrow();
  });
});
