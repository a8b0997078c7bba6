/**
 * Writes the files of a release that name its address and its checksums, from their templates: the
 * Homebrew formula, the Scoop manifest and the install script.
 *
 *     node scripts/release/fill.ts --repository https://host/owner/name --checksums out/checksums.txt \
 *       [--output out]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './share.ts';
import { fillTemplate, parseChecksums, parseRepository, type Release } from './templates.ts';

/** Written file by template. */
const TEMPLATES: Readonly<Record<string, string>> = {
  'mailvet.rb': 'deploy/templates/mailvet.rb',
  'mailvet.json': 'deploy/templates/scoop.json',
  'install.sh': 'deploy/install.sh',
};

function needed(values: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`--${name} is needed`);
  return value;
}

function fill(args: readonly string[]): void {
  const text = { type: 'string' } as const;
  const options = { repository: text, checksums: text, output: text } as const;
  const { values } = parseArgs({ args: [...args], options });
  const release: Release = {
    repository: parseRepository(needed(values, 'repository')),
    version: JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version,
    checksums: parseChecksums(readFileSync(needed(values, 'checksums'), 'utf8')),
  };
  const output = values.output ?? join(ROOT, 'out');
  const filled = Object.entries(TEMPLATES).map(
    ([name, path]) =>
      [name, fillTemplate(readFileSync(join(ROOT, path), 'utf8'), release)] as const,
  );
  mkdirSync(output, { recursive: true });
  for (const [name, content] of filled) {
    writeFileSync(join(output, name), content, { mode: name.endsWith('.sh') ? 0o755 : 0o644 });
  }
}

try {
  fill(process.argv.slice(2));
} catch (error) {
  console.error(`fill: ${(error as Error).message}`);
  process.exitCode = 1;
}
