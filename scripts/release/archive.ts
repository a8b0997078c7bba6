/**
 * Packs an executable with what lies beside it, as a release has it:
 * `out/mailvet-<platform>.tar.gz`, for Windows `out/mailvet-win-x64.zip`.
 *
 *     node scripts/release/archive.ts [--binary out/mailvet] [--output out]
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { zipSync } from 'fflate';
import { ownPlatform } from '../binary/platforms.ts';
import { ROOT, shareFiles } from './share.ts';

function archive(binary: string, output: string): string {
  const platform = ownPlatform();
  const files = shareFiles(binary, 'site-functions');
  mkdirSync(output, { recursive: true });
  if (platform === 'win-x64')
    return writeZip(join(output, `mailvet-${platform}.zip`), binary, files);
  return writeTar(join(output, `mailvet-${platform}.tar.gz`), binary, files);
}

/** Windows has neither man pages nor these shells: the program with its texts. */
function writeZip(path: string, binary: string, files: ReadonlyMap<string, string>): string {
  const texts = [...files].filter(([name]) => /^(?:doc\/)?mailvet\//.test(name));
  const entries = texts.map(([name, text]) => [name.slice(name.lastIndexOf('/') + 1), text]);
  const encoded = entries.map(([name, text = '']) => [name, new TextEncoder().encode(text)]);
  const content = { 'mailvet.exe': readFileSync(binary), ...Object.fromEntries(encoded) };
  writeFileSync(path, zipSync(content, { level: 6 }));
  return path;
}

function writeTar(path: string, binary: string, files: ReadonlyMap<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'mailvet-archive-'));
  try {
    mkdirSync(join(folder, 'bin'));
    cpSync(binary, join(folder, 'bin', 'mailvet'));
    chmodSync(join(folder, 'bin', 'mailvet'), 0o755);
    for (const [name, text] of files) {
      const target = join(folder, 'share', name);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    execFileSync('tar', ['-czf', path, '-C', folder, 'bin', 'share']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return path;
}

const { values } = parseArgs({
  options: { binary: { type: 'string' }, output: { type: 'string' } },
});
const name = process.platform === 'win32' ? 'mailvet.exe' : 'mailvet';
console.log(archive(values.binary ?? join(ROOT, 'out', name), values.output ?? join(ROOT, 'out')));
