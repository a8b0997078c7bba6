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
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { toPackageUnit } from './unit.ts';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const SOURCE = join(ROOT, 'deploy', 'debian');
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

const COMPLETIONS = [
  ['bash', 'usr/share/bash-completion/completions/mailvet'],
  ['zsh', 'usr/share/zsh/vendor-completions/_mailvet'],
  ['fish', 'usr/share/fish/vendor_completions.d/mailvet.fish'],
] as const;

/** Writes the files of the package below `folder`. */
function writeFiles(folder: string, binary: string): void {
  const write = (path: string, content: string | Buffer, mode = 0o644) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o755 });
    writeFileSync(join(folder, path), content, { mode });
  };
  const say = (...args: string[]) => execFileSync(binary, args, { encoding: 'utf8', env: {} });
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  write('usr/bin/mailvet', readFileSync(binary), 0o755);
  // A time stamp in the archive would make each build another one.
  write('usr/share/man/man1/mailvet.1.gz', gzipSync(say('help', 'man'), { level: 9 }));
  for (const [shell, path] of COMPLETIONS) write(path, say('completion', shell));
  write('usr/lib/systemd/system/mailvet.service', toPackageUnit(read('deploy/mailvet.service')));
  write('etc/mailvet/service.json', read('deploy/debian/service.json'));
  write('usr/share/doc/mailvet/copyright', read('LICENSE'));
  write('usr/share/doc/mailvet/changelog.gz', gzipSync(read('CHANGELOG.md'), { level: 9 }));
  write('usr/share/doc/mailvet/README.md', read('README.md'));
  cpSync(join(ROOT, 'docs'), join(folder, 'usr/share/doc/mailvet/docs'), {
    recursive: true,
    filter: (path) => !path.endsWith('/adr'),
  });
}

function writeControl(folder: string, version: string, architecture: string): void {
  const control = join(folder, 'DEBIAN');
  mkdirSync(control, { mode: 0o755 });
  for (const name of readdirSync(SOURCE).filter((each) => each !== 'service.json')) {
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

/** `0.2.0-rc.1` precedes `0.2.0` for Debian only as `0.2.0~rc.1`. */
function debianVersion(version: string): string {
  return version.replace('-', '~');
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
  const version = debianVersion(
    execFileSync(binary, ['--version'], { encoding: 'utf8', env: {} }).trim(),
  );
  const path = join(output, `mailvet_${version}_${architecture}.deb`);
  const folder = mkdtempSync(join(tmpdir(), 'mailvet-deb-'));
  try {
    const files = join(folder, 'package');
    writeFiles(files, binary);
    writeControl(files, version, architecture);
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
