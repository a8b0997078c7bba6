import { editDistance } from './edit-distance.ts';

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
