// Run before the build by `npm ci`, and by what installs the repository: removes the C headers of the Node that npm's
// `node` brings, 67 MB: nothing here compiles against them.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, 'node_modules/node/node_modules');

// Installing a repository with --global, as pre-commit does, many an npm leaves out what builds it
// (https://github.com/npm/cli/issues/8440). This runs the script again, with the Node that is locked.
if (!existsSync(join(root, 'node_modules/rolldown'))) {
  const args = ['ci', '--no-global', '--include=dev', '--no-audit', '--no-fund'];
  execFileSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
}

const names = existsSync(packages) ? readdirSync(packages) : [];
for (const name of names) rmSync(join(packages, name, 'include'), { recursive: true, force: true });
