import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bundle, PROGRAM } from './bundle.ts';
import { FUSE, type NodeBinary, ownPlatform } from './platforms.ts';

/**
 * Node's single executable application: a blob of the bundle, written by a Node of the very version
 * that it goes into (another one ends with SIGABRT at its start), inside a copy of that Node. Only
 * the Node itself can compile code ahead, so that one for another platform starts more slowly.
 */
export async function writeExecutable(node: NodeBinary, bundle: Bundle, output: string) {
  const blob = withFolder((folder) => makeBlob(folder, node, bundle));
  const unfinished = `${output}.${process.pid}`;
  try {
    copyFileSync(node.path, unfinished);
    chmodSync(unfinished, 0o755);
    unsign(unfinished, node);
    await injectQuietly(unfinished, blob, isMac(node));
    sign(unfinished, node);
    renameSync(unfinished, output);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/**
 * postject warns of what every Node has (sections without a name, a signature that the new content
 * breaks). Its words are shown only where it fails.
 */
async function injectQuietly(path: string, blob: Buffer, isMachO: boolean): Promise<void> {
  const { inject } = await import('postject');
  const warnings: unknown[] = [];
  const { warn } = console;
  console.warn = (text: unknown) => void warnings.push(text);
  try {
    await inject(path, 'NODE_SEA_BLOB', blob, {
      sentinelFuse: FUSE,
      ...(isMachO && { machoSegmentName: 'NODE_SEA' }),
    });
  } catch (error) {
    throw new Error([...warnings, (error as Error).message].join('\n'), { cause: error });
  } finally {
    console.warn = warn;
  }
}

function withFolder<Value>(work: (folder: string) => Value): Value {
  const folder = mkdtempSync(join(tmpdir(), 'mailvet-binary-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeBlob(folder: string, node: NodeBinary, { main, assets }: Bundle): Buffer {
  const write = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const entries = Object.entries(assets).map(([name, content]) => [name, write(name, content)]);
  const isOwn = node.platform === ownPlatform();
  const cache = write('code-cache', '');
  if (isOwn)
    execFileSync(node.path, ['-e', COMPILE, folder, PROGRAM, cache], {
      stdio: 'pipe',
      env: homeIn(folder),
    });
  const settings = {
    main: write('main.js', main),
    output: join(folder, 'blob'),
    assets: { ...Object.fromEntries(entries), 'code-cache': cache },
    useCodeCache: isOwn,
    disableExperimentalSEAWarning: true,
  };
  const writer = isOwn ? node.path : process.execPath;
  const args = ['--experimental-sea-config', write('settings.json', JSON.stringify(settings))];
  execFileSync(writer, args, { stdio: 'pipe' });
  return readFileSync(settings.output);
}

/** Windows opens no sockets without its own folder. */
function homeIn(folder: string): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return { SystemRoot, HOME: folder, USERPROFILE: folder, APPDATA: folder, LOCALAPPDATA: folder };
}

/**
 * The program of a process of that Node: reads code, verifies addresses of the sandbox with it, writes V8's cache of it.
 * The cache then has the functions that a verification calls, not only those that V8 compiles in any case.
 */
const COMPILE = `
  const { readFileSync, writeFileSync } = require('node:fs');
  const { join } = require('node:path');
  const [folder, name, to] = process.argv.splice(1);
  const sea = { getAsset: (asset, encoding) => readFileSync(join(folder, asset), encoding) };
  const script = new (require('node:vm').Script)(readFileSync(join(folder, name), 'latin1'));
  process.on('exit', () => writeFileSync(to, script.createCachedData()));
  process.argv.push('mailvet', 'verify', 'deliverable@sandbox.test', 'missing@sandbox.test');
  script.runInThisContext()((id) => (id === 'node:sea' ? sea : require(id)));
`;

const isMac = ({ platform }: NodeBinary) => platform.startsWith('darwin');

/** macOS starts only signed files, ad-hoc signatures included; a changed file loses its signature. */
function sign(path: string, node: NodeBinary): void {
  if (isMac(node) && process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', path]);
}

function unsign(path: string, node: NodeBinary): void {
  if (isMac(node) && process.platform === 'darwin')
    execFileSync('codesign', ['--remove-signature', path]);
}
