import type { Meaning } from '../meaning.ts';
import { type ModelInput, ROWS, toWords, type View, visitFeatures } from './features.ts';
import table from './weights.json' with { type: 'json' };

/** What the model can say. The first is that it knows nothing of the mailbox: its weights are 0. */
export const MODEL_LABELS = ['undecided', 'dead', 'full', 'disabled'] as const;
/** One of `MODEL_LABELS`. */
export type ModelLabel = (typeof MODEL_LABELS)[number];

const MEANINGS = [undefined, 'no_mailbox', 'full', 'disabled'] as const satisfies readonly (
  | Meaning
  | undefined
)[];

/** Weights of a row: one for each label but the first. */
export const COLUMNS = MODEL_LABELS.length - 1;

/** What the features of a view weigh together: the square root of their number divides it. */
const VIEW_SCALES = [3, 3, 0.5] as const;

/** Weights as `npm run train:replies` writes them. */
export interface WeightTable {
  /** Base64: the rows that have weights, each as its distance from the one before it (LEB128). */
  readonly rows: string;
  /** Base64: a signed octet for each column of these rows. */
  readonly weights: string;
  /** What an octet's unit weighs. */
  readonly unit: number;
  /** The probability from which the model is believed; over a half. */
  readonly threshold: number;
}

/** A multinomial logistic regression over words, letters and codes. */
export class ReplyModel {
  readonly threshold: number;
  readonly #unit: number;
  readonly #weights = new Int8Array(ROWS * COLUMNS);

  constructor({ rows, weights, unit, threshold }: WeightTable) {
    this.threshold = threshold;
    this.#unit = unit;
    const octets = new Int8Array(Buffer.from(weights, 'base64'));
    let at = 0;
    for (const row of readRows(Buffer.from(rows, 'base64'))) {
      for (let column = 0; column < COLUMNS; column += 1, at += 1)
        this.#weights[row * COLUMNS + column] = octets[at] as number;
    }
  }

  /** The probability of each of `MODEL_LABELS`. */
  probabilities(input: ModelInput): readonly number[] {
    return softmax(this.#scores(toWords(input.text), input));
  }

  /** The meaning, where it is likely enough to be believed, and the words that decided. */
  decide(input: ModelInput): LearnedMeaning | undefined {
    if (!isWorthAsking(input)) return undefined;
    const words = toWords(input.text);
    const probabilities = softmax(this.#scores(words, input));
    const label = probabilities.findIndex((one) => one >= this.threshold);
    const meaning = MEANINGS[label];
    if (!meaning) return undefined;
    const probability = probabilities[label] as number;
    return { meaning, probability, words: this.#decidingWords(words, input, label - 1) };
  }

  /** Weights of the labels but the first. */
  #scores(words: string, input: ModelInput): Float64Array {
    const weights = this.#weights;
    const sums = new Int32Array(COLUMNS * VIEW_SCALES.length);
    const counts = new Int32Array(VIEW_SCALES.length);
    visitFeatures(words, input, (view, row) => {
      (counts[view] as number) += 1;
      for (let column = 0; column < COLUMNS; column += 1)
        (sums[view * COLUMNS + column] as number) += weights[row * COLUMNS + column] as number;
    });
    const scores = new Float64Array(COLUMNS);
    for (const [view, count] of counts.entries()) {
      const scale = this.#unit * viewScale(view as View, count);
      for (let column = 0; column < COLUMNS; column += 1)
        (scores[column] as number) += (sums[view * COLUMNS + column] as number) * scale;
    }
    return scores;
  }

  /** The words that speak most for the label, neighbours joined. */
  #decidingWords(words: string, input: ModelInput, column: number): string[] {
    const shares = new Float64Array(words.length);
    visitFeatures(words, input, (_view, row, start, end) => {
      const share = (this.#weights[row * COLUMNS + column] as number) / (end - start);
      for (let at = start; at < end; at += 1) (shares[at] as number) += share;
    });
    return findPeaks(words, shares);
  }
}

let model: ReplyModel | undefined;

/** Unpacked when it is asked first: most runs meet no reply that rules don't know. */
export function readReplyModel(): ReplyModel {
  model ??= new ReplyModel(table);
  return model;
}

export interface LearnedMeaning {
  readonly meaning: Meaning;
  readonly probability: number;
  /** In the order of the text, folded. */
  readonly words: readonly string[];
}

/**
 * A single word does not say of whom it speaks, unless it is of a script without spaces; and a passing
 * enhanced code takes back what a lasting one says.
 */
export function isWorthAsking({ enhanced, text }: ModelInput): boolean {
  return !enhanced.startsWith('4') && /\p{L} .*\p{L}|[^\x00-\u024f]/u.test(text);
}

export function viewScale(view: View, count: number): number {
  return count === 0 ? 0 : VIEW_SCALES[view] / Math.sqrt(count);
}

/** The first label has a score of 0. */
function softmax(scores: Float64Array): number[] {
  const highest = Math.max(0, ...scores);
  const powers = [0, ...scores].map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

function readRows(octets: Uint8Array): number[] {
  const rows: number[] = [];
  let row = 0;
  let distance = 0;
  let shift = 0;
  for (const octet of octets) {
    distance |= (octet & 0x7f) << shift;
    shift += 7;
    if (octet & 0x80) continue;
    row += distance;
    rows.push(row);
    distance = 0;
    shift = 0;
  }
  return rows;
}

const MAX_PHRASES = 3;
/** In characters: a host may send a word without an end. */
const MAX_PHRASE_LENGTH = 60;

/** Words that have at least a third of the highest share. */
function findPeaks(words: string, shares: Float64Array): string[] {
  const parts = [...words.matchAll(/[^ ]+/g)].map(({ 0: word, index }) => ({
    word,
    share: shares.subarray(index, index + word.length).reduce((sum, one) => sum + one, 0),
  }));
  const least = Math.max(...parts.map(({ share }) => share)) / 3;
  const marked = parts.map(({ word, share }) => (share > 0 && share >= least ? word : '\n'));
  const phrases = marked
    .join(' ')
    .split('\n')
    .map((phrase) => phrase.trim().slice(0, MAX_PHRASE_LENGTH));
  return phrases.filter(Boolean).slice(0, MAX_PHRASES);
}
