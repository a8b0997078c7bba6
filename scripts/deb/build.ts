/**
 * Packs the single executable as a Debian package, `out/mailvet_<version>_<architecture>.deb`, for the
 * machine that runs this: man page and completions are what the executable says.
 *
 *     node scripts/deb/build.ts [--binary out/mailvet] [--output out] [--quick]
 *
 * With --quick it is packed badly, in a second.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ROOT, say, shareFiles } from '../release/share.ts';
import { debianVersion, findReleaseDate, toDebianChangelog } from './changelog.ts';
import { toPackageUnit } from './unit.ts';

const SOURCE = join(ROOT, 'deploy', 'debian');
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

interface Contents {
  readonly binary: string;
  readonly version: string;
}

/** What is not part of DEBIAN/ as it is. */
const OTHERS: ReadonlySet<string> = new Set(['service.json', 'lintian-overrides']);

/** Writes the files of the package below `folder`. */
function writeFiles(folder: string, { binary, version }: Contents): void {
  const write = (path: string, content: string | Buffer, mode = 0o644) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o755 });
    writeFileSync(join(folder, path), content, { mode });
  };
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  write('usr/bin/mailvet', readFileSync(binary), 0o755);
  for (const [path, text] of shareFiles(binary, 'vendor-completions')) {
    // Compressed, as Debian's policy asks. A time stamp would make each build differ.
    if (/\.1$|CHANGELOG|third-party/.test(path)) write(`usr/share/${path}.gz`, gzip(text));
    else write(`usr/share/${path}`, text.replace('licences.txt', 'licences.txt.gz'));
  }
  write('usr/share/doc/mailvet/changelog.gz', gzip(changelog(read, version)));
  write('usr/share/lintian/overrides/mailvet', read('deploy/debian/lintian-overrides'));
  write('usr/lib/systemd/system/mailvet.service', toPackageUnit(read('deploy/mailvet.service')));
  write('etc/mailvet/service.json', read('deploy/debian/service.json'));
  cpSync(join(ROOT, 'docs'), join(folder, 'usr/share/doc/mailvet/docs'), {
    recursive: true,
    filter: (path) => !path.endsWith('/adr'),
  });
}

function changelog(read: (path: string) => string, version: string): string {
  const maintainer = /^Maintainer: (.+)$/m.exec(read('deploy/debian/control'))?.[1] ?? '';
  const date = findReleaseDate(read('CHANGELOG.md'), version) ?? new Date();
  return toDebianChangelog({ version: debianVersion(version), maintainer, date });
}

const gzip = (text: string) => gzipSync(text, { level: 9 });

function writeControl(folder: string, version: string, architecture: string): void {
  const control = join(folder, 'DEBIAN');
  mkdirSync(control, { mode: 0o755 });
  for (const name of readdirSync(SOURCE).filter((each) => !OTHERS.has(each))) {
    const content = readFileSync(join(SOURCE, name), 'utf8')
      .replace('@VERSION@', version)
      .replace('@ARCHITECTURE@', architecture)
      .replace('@INSTALLED_SIZE@', String(kilobytesIn(folder)));
    const isScript = content.startsWith('#!');
    writeFileSync(join(control, name), content, { mode: isScript ? 0o755 : 0o644 });
  }
}

function kilobytesIn(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sizes = names.map((name) => lstatSync(join(folder, name)).size);
  return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1024);
}

interface Order {
  readonly binary: string;
  readonly output: string;
  readonly compression: readonly string[];
}

function build({ binary, output, compression }: Order): string {
  const architecture = ARCHITECTURES[process.arch];
  if (process.platform !== 'linux' || !architecture) {
    throw new Error(
      `No package for ${process.platform}-${process.arch}: amd64 and arm64 Linux only`,
    );
  }
  // Without the commit: packages of one version replace each other.
  const version = say(binary, '--version').trim().replace(/\+.*/, '');
  const path = join(output, `mailvet_${debianVersion(version)}_${architecture}.deb`);
  const folder = mkdtempSync(join(tmpdir(), 'mailvet-deb-'));
  try {
    const files = join(folder, 'package');
    writeFiles(files, { binary, version });
    writeControl(files, debianVersion(version), architecture);
    mkdirSync(output, { recursive: true });
    execFileSync('chmod', ['-R', 'u=rwX,go=rX', files]);
    execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', files, path], {
      stdio: 'pipe',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return path;
}

function parseOrder(args: readonly string[]): Order {
  const text = { type: 'string' } as const;
  const options = { binary: text, output: text, quick: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  return {
    binary: values.binary ?? join(ROOT, 'out', 'mailvet'),
    output: values.output ?? join(ROOT, 'out'),
    compression: values.quick ? ['-Zgzip', '-z1'] : ['-Zxz'],
  };
}

try {
  console.log(build(parseOrder(process.argv.slice(2))));
} catch (error) {
  console.error(`build:deb: ${(error as Error).message}`);
  process.exitCode = 1;
}
