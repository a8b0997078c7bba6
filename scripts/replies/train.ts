/**
 * Trains the model of replies that no rule knows (docs/adr/0009), on fixtures/smtp.
 *
 *     node scripts/replies/train.ts           writes its weights, and what cross-validation says of it
 *     node scripts/replies/train.ts --check   ends with 1 where they are not what it would write
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { MODEL_LABELS } from '../../src/verifier/smtp/learned/reply-model.ts';
import { composeExamples, readExamples } from './corpus.ts';
import {
  crossValidate,
  findSharpness,
  findThreshold,
  isAskable,
  labelOf,
  sharpen,
  type Trial,
  trainTable,
} from './cross-validation.ts';
import { countFirstSeen, findLeftOpen, toFirstSeenFigures } from './first-seen.ts';

const WEIGHTS = new URL('../../src/verifier/smtp/learned/weights.json', import.meta.url);
const FIGURES = new URL('../../fixtures/smtp/learned.json', import.meta.url);

/** The share of refusals that say nothing about the mailbox and may be called dead, full or disabled. */
const WANTED_RATE = 1 / 1000;

function trainAll(): ReadonlyMap<URL, string> {
  const examples = readExamples();
  const composed = composeExamples();
  const raw = crossValidate(examples, composed);
  const sharpness = findSharpness(raw.filter(({ example }) => isAskable(example)));
  const trials = raw.map((trial) => sharpen(trial, sharpness));
  const asked = trials.filter(({ example }) => isAskable(example));
  const undecided = asked.filter(({ example }) => example.label === 'undecided');
  const open = findLeftOpen(undecided);
  const firstSeen = countFirstSeen();
  // A refusal reaches the model only where the rules leave it open.
  const share = (WANTED_RATE * firstSeen) / open.length;
  const threshold = Math.max(findThreshold(undecided, share), findThreshold(open, share));
  const figures = {
    examples: examples.length,
    composed: composed.length,
    sharpness,
    threshold,
    undecided: { firstSeen, leftOpen: open.length },
    told: toMatrix(asked, threshold),
    firstSeen: toFirstSeenFigures(asked, threshold),
  };
  const table = { threshold, ...trainTable(examples, composed, sharpness) };
  return new Map([
    [WEIGHTS, `${JSON.stringify(table, null, 2)}\n`],
    [FIGURES, `${JSON.stringify({ about: ABOUT, ...figures }, null, 2)}\n`],
  ]);
}

const ABOUT =
  'Written by `npm run train:replies`. `told`: each lasting refusal, tried by a model that was trained without its source, without the help of rules; rows: what is true; columns: what was told; both undecided, dead, full, disabled.';

function toMatrix(trials: readonly Trial[], threshold: number): number[][] {
  return MODEL_LABELS.map((label) => {
    const ofLabel = trials.filter(({ example }) => example.label === label);
    return MODEL_LABELS.map((as) => ofLabel.filter((one) => labelOf(one, threshold) === as).length);
  });
}

const isCheck = process.argv.includes('--check');
for (const [file, text] of trainAll()) {
  if (!isCheck) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${file.pathname} is not what fixtures/smtp gives: run npm run train:replies`);
    process.exitCode = 1;
  }
}
