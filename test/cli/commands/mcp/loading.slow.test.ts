/** The Model Context Protocol's SDK takes longer to load than a whole verification. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshUser, LAUNCHER } from '../../../support/run-program.ts';

/** Writes to stderr which packages the program loads, of their own or in a bundle, one a line. */
const WATCH = `
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const bundled = String(loaded.source).match(/^\\/\\/ node_modules\\/.+$/gm) ?? [];
    for (const path of [url, ...bundled]) {
      const [, name] = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(path) ?? [];
      if (name) process.stderr.write('loads ' + name + '\\n');
    }
    return loaded;
  },
});
`;

async function packagesOf(...args: string[]): Promise<ReadonlySet<string>> {
  await using user = await freshUser();
  const watch = join(user.home, 'watch.mjs');
  await writeFile(watch, WATCH);
  const words = args.map((word) => `'${word}'`).join(' ');
  const line = `'${process.execPath}' --import '${watch}' '${LAUNCHER}' ${words} </dev/null`;
  const { stderr, exitCode } = await user.shell(line);
  expect(exitCode).toBe(0);
  return new Set([...stderr.matchAll(/^loads (.+)$/gm)].map(([, name = '']) => name));
}

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
