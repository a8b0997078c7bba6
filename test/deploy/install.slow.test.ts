/** deploy/install.sh against releases on loopback: what it installs, and what it refuses. */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eachTest } from '../support/each-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = fileURLToPath(new URL('../../deploy/install.sh', import.meta.url));
const ARCHIVE = 'mailvet-linux-x64.tar.gz';

/** What the releases have, by path. */
const files = new Map<string, Buffer>();
/** Of them, those that arrive by half. */
const cut = new Set<string>();
/** Where a path leads, in the place of a file. */
const redirects = new Map<string, string>();
let server: Server;
let from: string;
const folder = eachTest(temporaryFolder);

beforeAll(async () => {
  server = createServer((request, response) => {
    const Location = redirects.get(request.url ?? '');
    if (Location !== undefined) return void response.writeHead(302, { Location }).end();
    const content = files.get(request.url ?? '');
    if (content === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Length': content.length });
    if (!cut.has(request.url ?? '')) return void response.end(content);
    // The connection ends before the file does.
    response.write(content.subarray(0, content.length / 2), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  from = `http://127.0.0.1:${(server.address() as AddressInfo).port}/releases`;
});
afterAll(() => void server.close());

beforeEach(() => {
  files.clear();
  cut.clear();
  redirects.clear();
  program('uname', '[ "$1" = -m ] && echo x86_64 || echo Linux');
  program('ldd', 'echo "ldd (GNU libc) 2.36"');
});

/** A program that comes before the machine's own. */
function program(name: string, line: string): void {
  write(`programs/${name}`, `#!/bin/sh\n${line}\n`);
  chmodSync(folder.path(`programs/${name}`), 0o755);
}

function write(name: string, content: string): void {
  mkdirSync(dirname(folder.path(name)), { recursive: true });
  writeFileSync(folder.path(name), content);
}

/** A release whose executable says its version. */
function release(version: string, path = 'latest/download', says = version): Buffer {
  write('made/bin/mailvet', `#!/bin/sh\necho ${says}\n`);
  chmodSync(folder.path('made/bin/mailvet'), 0o755);
  write('made/share/man/man1/mailvet.1', '.TH');
  const archive = execFileSync('tar', ['-czf', '-', '-C', folder.path('made'), 'bin', 'share']);
  const sum = createHash('sha256').update(archive).digest('hex');
  files.set(`/releases/${path}/${ARCHIVE}`, archive);
  files.set(
    `/releases/${path}/checksums.txt`,
    Buffer.from(`${'0'.repeat(64)}  other.deb\n${sum}  ${ARCHIVE}\n`),
  );
  return archive;
}

async function install(...args: string[]) {
  return await installWith(`${folder.path('programs')}:${process.env.PATH}`, ...args);
}

/** With these folders of programs alone. */
async function installWith(PATH: string, ...args: string[]) {
  const to = ['--to', folder.path('installed')];
  const env = { PATH, HOME: folder.path('home') };
  return await new Promise<{ stdout: string; stderr: string; code: number }>((resolve) => {
    execFile(
      '/bin/sh',
      [SCRIPT, '--from', from, ...to, ...args],
      { env },
      (error, stdout, stderr) => resolve({ stdout, stderr, code: Number(error?.code ?? 0) }),
    );
  });
}

/** What the script needs on any machine. */
const ALWAYS = ['awk', 'cat', 'cp', 'cut', 'grep', 'gzip', 'id', 'mkdir', 'mktemp', 'rm', 'tar'];

function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(':');
  return folders.map((one) => `${one}/${name}`).find((path) => existsSync(path));
}

/** A folder with these programs, beside the usual ones. */
function linked(...names: string[]): string {
  for (const name of [...ALWAYS, ...names]) {
    const path = findProgram(name);
    if (path) symlinkSync(path, folder.path(`programs/${name}`));
  }
  return folder.path('programs');
}

const installed = () => existsSync(folder.path('installed/bin/mailvet'));

/** It failed with this message, and nothing is there. */
async function expectRefusal(message: string, ...args: string[]): Promise<void> {
  const { stderr, code } = await install(...args);
  expect(stderr).toContain(message);
  expect(code).toBe(1);
  expect(installed()).toBe(false);
}

describe('install.sh', () => {
  it('installs the newest release, and says where', async () => {
    release('1.2.3');
    const { stdout, stderr, code } = await install();
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    const path = folder.path('installed/bin');
    expect(stdout).toBe(
      `mailvet 1.2.3 is ${path}/mailvet\nAdd it to your PATH: export PATH="${path}:$PATH"\n`,
    );
    expect(execFileSync(`${path}/mailvet`, { encoding: 'utf8' })).toBe('1.2.3\n');
    expect(readFileSync(folder.path('installed/share/man/man1/mailvet.1'), 'utf8')).toBe('.TH');
  });

  it('installs the release that is asked for, over an older one', async () => {
    release('1.2.2');
    await install();
    release('1.2.3', 'download/v1.2.3');
    expect((await install('--version', 'v1.2.3')).stdout).toContain('mailvet 1.2.3 is ');
  });

  it('refuses an archive with another checksum', async () => {
    files.set(
      `/releases/latest/download/${ARCHIVE}`,
      Buffer.concat([release('1.2.3'), Buffer.of(0)]),
    );
    await expectRefusal(`The checksum of ${ARCHIVE} is `);
  });

  it('refuses a release without checksums', async () => {
    release('1.2.3');
    files.delete('/releases/latest/download/checksums.txt');
    await expectRefusal(`Can't download ${from}/latest/download/checksums.txt`);
  });

  it('refuses an archive that the checksums do not name', async () => {
    release('1.2.3');
    const sums = Buffer.from(`${'0'.repeat(64)}  x${ARCHIVE}\n`);
    files.set('/releases/latest/download/checksums.txt', sums);
    await expectRefusal(`checksums.txt of the release does not name ${ARCHIVE}`);
  });

  it('fails where the release lacks the archive', async () => {
    release('1.2.3');
    files.delete(`/releases/latest/download/${ARCHIVE}`);
    await expectRefusal(`Can't download ${from}/latest/download/${ARCHIVE}`);
  });

  it.for(['checksums.txt', ARCHIVE])('refuses %s that arrives by half', async (name) => {
    release('1.2.3');
    cut.add(`/releases/latest/download/${name}`);
    await expectRefusal(`Can't download ${from}/latest/download/${name}`);
  });

  it('refuses an archive of half a release, whatever its checksum says', async () => {
    const half = release('1.2.3').subarray(0, 100);
    const sum = createHash('sha256').update(half).digest('hex');
    files.set(`/releases/latest/download/${ARCHIVE}`, half);
    files.set('/releases/latest/download/checksums.txt', Buffer.from(`${sum}  ${ARCHIVE}\n`));
    expect((await install()).code).not.toBe(0);
    expect(installed()).toBe(false);
  });

  it.for([
    ['wget alone: installs', ['wget'], 0, ''],
    ['neither curl nor wget: says so', [], 1, 'Neither curl nor wget is here'],
  ] as const)('with %s', async ([, downloads, code, message], { skip }) => {
    release('1.2.3');
    const missing = downloads.filter((name) => findProgram(name) === undefined);
    if (missing.length > 0) skip(`no ${missing} on this machine`);
    const ran = await installWith(linked('sha256sum', ...downloads));
    expect(ran.stderr).toContain(message);
    expect({ code: ran.code, installed: installed() }).toEqual({ code, installed: code === 0 });
  });

  it.for(['curl', 'wget'])('follows no redirect to http by %s', async (name, { skip }) => {
    release('1.2.3');
    if (findProgram(name) === undefined) skip(`no ${name} on this machine`);
    const path = `/releases/latest/download/${ARCHIVE}`;
    files.set('/elsewhere', files.get(path) ?? Buffer.alloc(0));
    redirects.set(path, `${from.replace('/releases', '')}/elsewhere`);
    const { stderr, code } = await installWith(linked('sha256sum', name));
    expect(stderr).toContain(`Can't download ${from}/latest/download/${ARCHIVE}`);
    expect([code, installed()]).toEqual([1, false]);
  });

  describe('from GitHub', () => {
    const GITHUB = 'https://github.com/acme/mailvet/releases';

    /** As from GitHub, where gh says this of the attestation. */
    async function installFromGitHub(gh: string | undefined) {
      release('1.2.3');
      const curl = findProgram('curl') ?? '';
      const moved = `echo "$url" | sed "s,${GITHUB},${from},"`;
      const output = 'while [ "$1" != --output ]; do shift; done';
      program('curl', `for url; do :; done; ${output}; "${curl}" -sf -o "$2" "$(${moved})"`);
      if (gh !== undefined) program('gh', `[ "$1" = auth ] || { echo "$@" >"$HOME.gh"; ${gh}; }`);
      return installWith(linked('sha256sum', 'sed'), '--from', GITHUB);
    }

    it('installs an archive whose attestation gh verifies, for that repository', async () => {
      const { stdout, code } = await installFromGitHub('exit 0');
      expect(stdout).toContain(`The attestation of ${ARCHIVE} by acme/mailvet is verified`);
      expect([code, installed()]).toEqual([0, true]);
      const asked = readFileSync(`${folder.path('home')}.gh`, 'utf8');
      expect(asked).toMatch(/^attestation verify \S+ --repo acme\/mailvet\n$/);
    });

    it('refuses one whose attestation gh does not verify', async () => {
      const { stderr, code } = await installFromGitHub('exit 1');
      expect(stderr).toContain(`The attestation of ${ARCHIVE} can't be verified`);
      expect([code, installed()]).toEqual([1, false]);
    });

    it('says so where gh is not here', async () => {
      const { stderr, code } = await installFromGitHub(undefined);
      expect(stderr).toContain(`The attestation of ${ARCHIVE} was not looked at`);
      expect([code, installed()]).toEqual([0, true]);
    });
  });

  it('installs nothing where no checksum can be made', async () => {
    release('1.2.3');
    const { stderr, code } = await installWith(linked('curl'));
    expect(stderr).toContain('Neither sha256sum nor shasum is here');
    expect([code, installed()]).toEqual([1, false]);
  });

  it('fails where there is no such release', async () => {
    release('1.2.3');
    await expectRefusal('checksums.txt', '--version', '9.9.9');
  });

  it('refuses an executable of another version', async () => {
    release('1.2.3', 'download/v1.2.3', '1.2.2');
    await expectRefusal('says that it is 1.2.2, not 1.2.3', '--version', '1.2.3');
  });

  it.for([
    ['FreeBSD', 'x86_64', 'There is no executable for FreeBSD-x64'],
    ['Linux', 'riscv64', 'There is no executable for linux-riscv64'],
  ])('names a platform without an executable: %s on %s', async ([system, machine, message]) => {
    release('1.2.3');
    program('uname', `[ "$1" = -m ] && echo ${machine} || echo ${system}`);
    await expectRefusal(message ?? '');
  });

  it('refuses musl', async () => {
    release('1.2.3');
    program('ldd', 'echo "musl libc (x86_64)" >&2; exit 1');
    await expectRefusal('There is no executable for musl');
  });

  it.for([
    [['--version', '1/../x'], 'is no version such as 1.2.3'],
    [['--colour', 'red'], 'Unknown option --colour'],
    [['--version'], '--version needs a value'],
    [['--from', 'ftp.example.com'], 'Say where the releases are'],
  ] as const)('refuses the arguments %s', async ([args, message]) => {
    await expectRefusal(message, ...args);
  });
});
