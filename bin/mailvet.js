#!/usr/bin/env node
// The launcher: the right Node, the compile cache, then main. It must parse on any Node, so that
// an old one says what is needed instead of a syntax error.
import * as nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED = [22, 19];
const root = new URL('../', import.meta.url);

function isOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1]);
}

/** Node of a checkout (a dev dependency there); an installed package has none. */
async function nodeOfCheckout() {
  const { existsSync } = await import('node:fs');
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = fileURLToPath(new URL(`node_modules/node/bin/${name}`, root));
  return existsSync(path) ? path : undefined;
}

/**
 * Goes on with another Node as a child on the same streams. The child gets our signals, and a pipe
 * on descriptor 3 whose end tells it that we are gone, even by kill -9.
 */
async function continueWith(node) {
  const { spawn } = await import('node:child_process');
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, MAILVET_LIFELINE: '3', MAILVET_PARENT: String(process.ppid) },
  });
  // A terminal sends Ctrl-C to the whole group, the child included: it is for the child to act on it.
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY && !process.stdout.isTTY && !process.stderr.isTTY)
      child.kill('SIGINT');
  });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`mailvet: ${node} can't be started: ${error.message}\n`);
    process.exitCode = 3;
  });
  child.on('exit', (code, signal) => {
    if (signal === null) {
      process.exitCode = code ?? 1;
      return;
    }
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

async function dieWithParent(descriptor) {
  delete process.env.MAILVET_LIFELINE;
  const { Socket } = await import('node:net');
  const lifeline = new Socket({ fd: descriptor, readable: true, writable: false });
  lifeline.on('error', () => {});
  lifeline.on('close', () => process.kill(process.pid, 'SIGKILL'));
  lifeline.resume();
  lifeline.unref();
}

/** Node would try for ever to make the cache's folder where none can be made (a broken link). */
function cacheCompiled() {
  // An import statement would load the streams of files as well.
  const { mkdirSync } = process.getBuiltinModule('node:fs');
  const folder = join(tmpdir(), 'node-compile-cache');
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code !== 'EEXIST') return;
  }
  nodeModule.enableCompileCache?.(folder);
}

async function start() {
  if (process.env.NODE_COMPILE_CACHE === undefined) cacheCompiled();
  if (process.env.MAILVET_LIFELINE) await dieWithParent(Number(process.env.MAILVET_LIFELINE));
  await (isService() ? runModules() : runScripts()).catch(reportMissing);
}

/** Runs for long: what V8 makes of modules is quicker by a tenth, what it makes of scripts is there sooner. */
function isService() {
  return ['serve', 'work'].includes(process.argv[2]);
}

async function runModules() {
  const { main } = await import('../dist/main.mjs');
  await main();
}

async function runScripts() {
  const { runProgram } = await import('./load-program.js');
  await runProgram();
}

/** Node would end with 1, which means that a list falls short. */
function reportMissing(error) {
  if (!/MODULE_NOT_FOUND$/.test(error.code)) throw error;
  process.stderr.write(
    `mailvet: this installation is incomplete: ${error.message}\nInstall it again; in a checkout: npm ci\n`,
  );
  process.exitCode = 70;
}

function reportOld() {
  process.stderr.write(
    `mailvet: Node.js ${NEEDED.join('.')} or newer is needed, this is ${process.versions.node}\n` +
      'Install a newer one (https://nodejs.org), or use the executable or the Debian package, which need none\n',
  );
  process.exitCode = 3;
}

if (!isOldNode()) {
  await start();
} else {
  const node = await nodeOfCheckout();
  if (node) await continueWith(node);
  else reportOld();
}
