/** Reads a file of outcomes as `mailvet learn` does, and stores them. */
import { createReadStream } from 'node:fs';
import { fitOutcome } from '../../contract/outcomes.ts';
import { message } from '../../i18n/message.ts';
import { ContentSet } from '../../outcomes/content-set.ts';
import { readSource } from '../../outcomes/read-source.ts';
import { OutcomeTally } from '../../outcomes/tally.ts';
import {
  type Learned,
  type LearnedOutcome,
  learnMany,
} from '../../service/outcomes/learn-outcomes.ts';
import type { StorageContext } from '../../service/ports.ts';
import { PageError } from '../page-error.ts';

/** Of a file, in bytes: larger ones are for the command line. */
export const MAX_OUTCOME_FILE = 20_000_000;
/** Outcomes held at once. */
const HELD = 2000;

interface OutcomeFile {
  readonly fd: number;
  readonly name: string;
}

export interface LearnedFile extends Learned {
  readonly tally: OutcomeTally;
}

/** Rejects with a 422 where nothing could be read, and as `learnMany` does. */
export async function learnFile(
  context: StorageContext,
  teamId: string,
  { fd, name }: OutcomeFile,
): Promise<LearnedFile> {
  const tally = new OutcomeTally();
  const total = { stored: 0, known: 0 };
  let held: LearnedOutcome[] = [];
  const store = async () => {
    const { stored, known } = await learnMany(context, teamId, held);
    total.stored += stored;
    total.known += known;
    held = [];
  };
  const chunks = createReadStream('', { fd, start: 0, autoClose: false });
  for await (const { number, read } of readSource({ chunks, seen: new ContentSet() })) {
    const source = number === undefined ? name : `${name}:${number}`;
    for (const { email, ...observed } of tally.note(read))
      if (email !== null) held.push(fitOutcome({ ...observed, email, source }));
    if (held.length >= HELD) await store();
  }
  await store();
  if (tally.read === 0) throw new PageError(422, message('errorTexts.no_outcomes', { name }));
  return { ...total, tally };
}
