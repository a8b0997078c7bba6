/**
 * Where the single executable starts. Of the program's code only what V8 compiled ahead is read, and
 * not even that for the version, which scripts ask for often.
 */
import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getRawAsset } from 'node:sea';
import { Script } from 'node:vm';
import { build } from '../../src/lib/version.ts';

const words = process.argv.slice(2);
const isVersionAsked = words.length === 1 && (words[0] === '--version' || words[0] === '-V');
if (!isVersionAsked || !printVersion()) startProgram();

/** False where it can't be written at once: the program knows what to do then. */
function printVersion(): boolean {
  try {
    return writeSync(process.stdout.fd, `${build()}\n`) > 0;
  } catch {
    return false;
  }
}

function startProgram(): void {
  const code = Buffer.from(getRawAsset('program.js')).toString('latin1');
  const options = { filename: 'mailvet', cachedData: Buffer.from(getRawAsset('code-cache')) };
  new Script(code, options).runInThisContext()(createRequire(process.execPath));
}
