/** Lines that a change adds, by the path of their file. */
export type AddedLines = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * Reads `git diff --unified=0 --raw --patch -z`: the paths come first, ended by NUL, and the patches in their order,
 * so that no path has to be read from a patch, where it may be quoted.
 */
export function readAddedLines(diff: Buffer): AddedLines {
  const { paths, end } = readPaths(diff);
  const lines = paths.map((path) => [path, new Set<number>()] as const);
  let file = -1;
  // Contents are not text: only the lines between them are read.
  for (const line of linesOf(diff, end)) {
    if (line.startsWith('diff --git ')) file += 1;
    const hunk = HUNK.exec(line);
    if (!hunk) continue;
    const [, start = '1', count = '1'] = hunk;
    for (let at = 0; at < Number(count); at += 1) lines[file]?.[1].add(Number(start) + at);
  }
  return new Map(lines);
}

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/;

/** `:100644 100644 1234567 89abcde M` NUL path NUL; two paths of what was renamed or copied. */
function readPaths(diff: Buffer): { readonly paths: readonly string[]; readonly end: number } {
  const paths: string[] = [];
  let at = 0;
  const take = () => {
    const end = diff.indexOf(0, at);
    const text = diff.toString('utf8', at, end === -1 ? diff.length : end);
    at = end === -1 ? diff.length : end + 1;
    return text;
  };
  while (diff[at] === COLON) {
    const status = take().split(' ').at(-1) ?? '';
    const path = take();
    paths.push(/^[RC]/.test(status) ? take() : path);
  }
  return { paths, end: at };
}

const COLON = 0x3a;
const LINE_FEED = 0x0a;
/** The lines that are read are shorter; those of contents may have any length. */
const LONGEST = 8192;

function* linesOf(diff: Buffer, from: number): Generator<string> {
  // A NUL ends the paths.
  let start = diff[from] === 0 ? from + 1 : from;
  while (start < diff.length) {
    const found = diff.indexOf(LINE_FEED, start);
    const end = found === -1 ? diff.length : found;
    const first = diff[start];
    if (first === 0x40 || first === 0x64) {
      yield diff.toString('utf8', start, Math.min(end, start + LONGEST));
    }
    start = end + 1;
  }
}
