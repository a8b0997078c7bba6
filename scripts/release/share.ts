import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { licenceNotices } from './notices.ts';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What the executable says, with nothing of this environment. */
export function say(binary: string, ...args: string[]): string {
  return execFileSync(binary, args, { encoding: 'utf8', env: {} });
}

/** Where zsh looks for completions: Debian keeps `site-functions` for the administrator. */
type ZshFolder = 'site-functions' | 'vendor-completions';

const CONTAINED = `The executable also contains Node.js and packages from npm. Their licences are in
third-party-licences.txt beside this file.
`;

/** What lies beside the executable under `share/`, by path. Man page and completions are its own. */
export function shareFiles(binary: string, zshFolder: ZshFolder): Map<string, string> {
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  return new Map([
    ['man/man1/mailvet.1', say(binary, 'help', 'man')],
    ['bash-completion/completions/mailvet', say(binary, 'completion', 'bash')],
    [`zsh/${zshFolder}/_mailvet`, say(binary, 'completion', 'zsh')],
    ['fish/vendor_completions.d/mailvet.fish', say(binary, 'completion', 'fish')],
    ['doc/mailvet/README.md', read('README.md')],
    ['doc/mailvet/CHANGELOG.md', read('CHANGELOG.md')],
    ['doc/mailvet/copyright', `${read('LICENSE')}\n${CONTAINED}`],
    ['doc/mailvet/third-party-licences.txt', licenceNotices(ROOT)],
    ['mailvet/contacts.csv', read('fixtures/contacts.csv')],
  ]);
}
