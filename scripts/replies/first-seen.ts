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

export function readFirstSeen(): readonly FirstSeenSet[] {
  return (readFixture('first-seen') as { sets: FirstSeenSet[] }).sets;
}

/** Of the undecided refusals that the rules saw first, how many they left open, and all of them. */
export function countLeftOpen(trials: readonly Trial[]): {
  readonly open: number;
  readonly all: number;
} {
  const labels = new Map(trials.map(({ example }) => [example.reply, example.label]));
  const sets = readFirstSeen();
  const open = sets.flatMap((one) => one.open).filter((one) => labels.get(one) === 'undecided');
  return { open: open.length, all: sets.reduce((sum, { refusals }) => sum + refusals, 0) };
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
