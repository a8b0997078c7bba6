// Builds dist/ from src/. Run by `npm ci` (prepare), so that `npx mailvet` works right after it.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');

compile();
linkOwnCommand();

function compile() {
  const tsc = join(modules, 'typescript', 'bin', 'tsc');
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], {
    stdio: 'inherit',
  });
}

/** Lets npx find the checkout's own command at once, without a detour through npm's cache. */
function linkOwnCommand() {
  const link = join(modules, '.bin', 'mailvet');
  if (process.platform === 'win32' || existsSync(link)) return;
  rmSync(link, { force: true });
  chmodSync(join(root, 'bin', 'mailvet.js'), 0o755);
  symlinkSync(join('..', '..', 'bin', 'mailvet.js'), link);
}
