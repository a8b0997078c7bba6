import type { Installation } from '../context.ts';

interface Update {
  /** What updates it in a shell. */
  readonly command?: string;
  /** The executable to be replaced. */
  readonly file?: string;
}

/** How a program is brought to a release, by where it is; empty where that is not known, as in a checkout. */
export function updateOf({ path, isExecutable }: Installation, release: string): Update {
  const place = path.replaceAll('\\', '/');
  return isExecutable ? ofExecutable(place, path, release) : ofPackage(place);
}

function ofExecutable(place: string, path: string, release: string): Update {
  // No other file of ours is in /usr/bin: install.sh puts it below /usr/local or the home.
  if (place === '/usr/bin/mailvet') return { command: `apt install ./mailvet_${release}_*.deb` };
  if (place.includes('/Cellar/mailvet/')) return { command: 'brew upgrade mailvet' };
  if (/\/scoop\/(?:apps|shims)\//.test(place)) return { command: 'scoop update mailvet' };
  return { file: path };
}

function ofPackage(place: string): Update {
  const folder = /^(.*)\/node_modules\/mailvet\//.exec(place)?.[1];
  // npx, pnpm and yarn have folders of their own.
  if (folder === undefined || /\/(?:_npx|\.pnpm|pnpm|\.?yarn)(?:\/|$)/i.test(folder)) return {};
  const isGlobal = /\/(?:lib|npm)$/.test(folder);
  return { command: `npm install ${isGlobal ? '-g ' : ''}mailvet@latest` };
}
