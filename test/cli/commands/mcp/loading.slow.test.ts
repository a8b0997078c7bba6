/** The Model Context Protocol's SDK takes longer to load than a whole verification. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeFolder, loadedChunks } from '../../../support/code-cache.ts';
import { freshUser, LAUNCHER } from '../../../support/run-program.ts';

/** Writes to stderr which installed packages the program loads, one a line. */
const WATCH = `
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    const [, name] = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
    if (name) process.stderr.write('loads ' + name + '\\n');
    return next(url, context);
  },
});
`;

/** The packages that the program loads, as they are installed or in a chunk. */
async function packagesOf(...args: string[]): Promise<ReadonlySet<string>> {
  await using user = await freshUser();
  const watch = join(user.home, 'watch.mjs');
  await writeFile(watch, WATCH);
  const words = args.map((word) => `'${word}'`).join(' ');
  const line = `'${process.execPath}' --import '${watch}' '${LAUNCHER}' ${words} </dev/null`;
  const { stderr, exitCode } = await user.shell(`export NODE_COMPILE_CACHE=$HOME; ${line}`);
  expect(exitCode).toBe(0);
  const installed = [...stderr.matchAll(/^loads (.+)$/gm)].map(([, name = '']) => name);
  return new Set([...installed, ...(await bundledPackages(user.home, args))]);
}

async function bundledPackages(home: string, args: readonly string[]): Promise<string[]> {
  const [first = ''] = args;
  if (first === '--version') return [];
  const command = args.includes('--help') ? 'help' : first;
  const names = await loadedChunks(codeFolder(home), command);
  const texts = await Promise.all(
    names.map((name) => readFile(join(DIST, name === 'main.js' ? '' : 'chunks', name), 'utf8')),
  );
  const found = texts.join('\n').matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)/gm);
  return [...found].map(([, name = '']) => name);
}

const DIST = join(LAUNCHER, '../../dist');

describe('the SDK of the Model Context Protocol', () => {
  it.for([
    ['--version'],
    ['--help'],
    ['mcp', '--help'],
    ['completion', 'bash'],
    ['verify', 'ann@sandbox.test'],
  ])('is not loaded by mailvet %j', async (args) => {
    expect(await packagesOf(...args)).not.toContain('@modelcontextprotocol/sdk');
  });

  it('is loaded by mailvet mcp, without a server for HTTP', async () => {
    const packages = await packagesOf('mcp');
    expect(packages).toContain('@modelcontextprotocol/sdk');
    expect(packages).not.toContain('express');
    expect(packages).not.toContain('hono');
  });
});
