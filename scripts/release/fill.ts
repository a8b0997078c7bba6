/**
 * Writes the files of a release that name its address and its checksums, from their templates, and prints their
 * names: for Homebrew, Scoop, winget, mise and Nix, and the install script.
 *
 *     node scripts/release/fill.ts --checksums out/checksums.txt [--repository https://host/owner/name] \
 *       [--output out]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findRepository } from './repository.ts';
import { ROOT } from './share.ts';
import { fillTemplate, parseChecksums, type Release, TEMPLATES } from './templates.ts';

function fill(args: readonly string[]): void {
  const text = { type: 'string' } as const;
  const options = { repository: text, checksums: text, output: text } as const;
  const { values } = parseArgs({ args: [...args], options });
  if (values.checksums === undefined) throw new Error('--checksums is needed');
  const release: Release = {
    repository: findRepository(values.repository, process.env),
    version: JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version,
    checksums: parseChecksums(readFileSync(values.checksums, 'utf8')),
  };
  const output = values.output ?? join(ROOT, 'out');
  const filled = Object.entries(TEMPLATES).map(
    ([name, path]) =>
      [
        fillTemplate(name, release),
        fillTemplate(readFileSync(join(ROOT, path), 'utf8'), release),
      ] as const,
  );
  mkdirSync(output, { recursive: true });
  for (const [name, content] of filled) {
    writeFileSync(join(output, name), content, { mode: name.endsWith('.sh') ? 0o755 : 0o644 });
    console.log(name);
  }
}

try {
  fill(process.argv.slice(2));
} catch (error) {
  console.error(`fill: ${(error as Error).message}`);
  process.exitCode = 1;
}
