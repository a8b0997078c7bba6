import { registrableDomain } from '../../src/verifier/providers/provider-table.ts';
import { toWords } from '../../src/verifier/smtp/learned/features.ts';
import type { Example } from './corpus.ts';

export const FOLDS = 5;

/** One of `FOLDS`, the same for all that one source said. */
export function foldOf(example: Example): number {
  return checksum(sourceOf(example)) % FOLDS;
}

/** The source of the words: the owner of a real host, else a named provider or product, else where they were found. */
function sourceOf({ provider, host, from, input }: Example): string {
  if (!EXAMPLE_HOST.test(host)) return registrableDomain(host);
  return isNamed(provider) ? provider : (from ?? input.text);
}

const EXAMPLE_HOST = /(^|\.)example(\.[a-z]+)?$/;

/** Lower-case names are kinds of wordings: "a server", "a lie". */
const isNamed = (provider: string) => /^\p{Lu}/u.test(provider) && provider !== 'Invented';

/** The share of common word pairs from which two sentences count as one. */
const SAME_SENTENCE = 0.7;

/** Examples that share nothing with a tested reply, its source or its provider. */
export function withoutRelated(
  examples: readonly Example[],
  tested: readonly Example[],
): Example[] {
  const providers = new Set(tested.map(({ provider }) => provider).filter(isNamed));
  const isSaid = createSentenceFinder(tested);
  return examples.filter((one) => !providers.has(one.provider) && !isSaid(one));
}

function createSentenceFinder(tested: readonly Example[]): (example: Example) => boolean {
  const sentences = tested.map(pairsOf);
  const having = new Map<string, number[]>();
  for (const [index, pairs] of sentences.entries()) {
    for (const pair of pairs) having.set(pair, [...(having.get(pair) ?? []), index]);
  }
  return (example) => {
    const pairs = pairsOf(example);
    const shared = new Map<number, number>();
    for (const index of [...pairs].flatMap((pair) => having.get(pair) ?? []))
      shared.set(index, (shared.get(index) ?? 0) + 1);
    return [...shared].some(([index, both]) => {
      const either = pairs.size + (sentences[index]?.size ?? 0) - both;
      return both / either >= SAME_SENTENCE;
    });
  };
}

function pairsOf({ input }: Example): Set<string> {
  const words = ` ${toWords(input.text).trim()} `.split(' ');
  return new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`));
}

function checksum(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text)
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
