import { readFixture } from './corpus.ts';
import { labelOf, type Trial } from './cross-validation.ts';

/** An entry of fixtures/smtp/first-seen.json. */
interface FirstSeenSet {
  readonly of: string;
  readonly replies: number;
  readonly right: number;
  readonly decided: number;
  readonly decidedRight: number;
  readonly falseDead: number;
  readonly refusals: number;
  readonly open: readonly string[];
}

function readFirstSeen(): readonly FirstSeenSet[] {
  return (readFixture('first-seen') as { sets: FirstSeenSet[] }).sets;
}

/** Replies that the rules left open when they saw them first. */
export function findLeftOpen(trials: readonly Trial[]): Trial[] {
  const open = new Set(readFirstSeen().flatMap((one) => one.open));
  return trials.filter(({ example }) => open.has(example.reply));
}

/** Undecided refusals that the rules saw first. */
export function countFirstSeen(): number {
  return readFirstSeen().reduce((sum, { refusals }) => sum + refusals, 0);
}

/** Each set as the rules of the time read it, and what the model adds that was trained without the source of the reply. */
export function toFirstSeenFigures(trials: readonly Trial[], threshold: number) {
  const byReply = new Map(trials.map((trial) => [trial.example.reply, trial]));
  return readFirstSeen().map(({ open, refusals: _, ...rules }) => {
    const tried = open.flatMap((reply) => byReply.get(reply) ?? []);
    const told = tried.filter((trial) => labelOf(trial, threshold) !== 'undecided');
    const right = told.filter((trial) => trial.example.label === labelOf(trial, threshold));
    const wrongly = told.filter(({ example }) => example.label === 'undecided');
    return {
      ...rules,
      asked: open.length,
      learned: right.length,
      learnedFalseDead: wrongly.length,
    };
  });
}
