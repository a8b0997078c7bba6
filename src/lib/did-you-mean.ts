/** The known word that was probably meant, compared without case; undefined where none is near. */
export function closestWord(word: string, known: readonly string[]): string | undefined {
  const given = word.toLowerCase();
  const near = known
    .map((each) => ({ each, distance: boundedDistance(given, each.toLowerCase()) }))
    .filter(({ each, distance }) => distance <= maxEdits(each));
  return near.sort((a, b) => a.distance - b.distance)[0]?.each;
}

function boundedDistance(given: string, known: string): number {
  return editDistance(given, known, maxEdits(known));
}

/** In a short word, more slips would make any other word (`gitlab` is not `github`). */
function maxEdits({ length }: string): number {
  if (length < 7) return 1;
  return length < 12 ? 2 : 3;
}

/** `Did you mean 'x'? Verdicts: x, y`: the hint about an unknown word. */
export function knownWordsHint(word: string, label: string, known: readonly string[]): string {
  const near = closestWord(word, known);
  const question = near === undefined ? '' : `Did you mean '${near}'? `;
  return `${question}${label}: ${known.join(', ')}`;
}

/**
 * Number of slips between two words: insertions, deletions, replacements and swaps of neighbours
 * (optimal string alignment). Beyond `max` it is no longer counted: the result is then merely more.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = nextRow({ a, b, row, previous, before });
    // A swap goes back two rows: both must be beyond it.
    if (Math.min(...current) > max && Math.min(...previous) > max) return max + 1;
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

interface Rows {
  readonly a: string;
  readonly b: string;
  readonly row: number;
  readonly previous: readonly number[];
  readonly before: readonly number[];
}

function nextRow({ a, b, row, previous, before }: Rows): number[] {
  const current = [row];
  const at = (cells: readonly number[], column: number) => cells[column] ?? Infinity;
  for (let column = 1; column <= b.length; column++) {
    const same = a[row - 1] === b[column - 1];
    const swapped = row > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
    current[column] = Math.min(
      at(previous, column) + 1,
      at(current, column - 1) + 1,
      at(previous, column - 1) + (same ? 0 : 1),
      swapped ? at(before, column - 2) + 1 : Infinity,
    );
  }
  return current;
}
