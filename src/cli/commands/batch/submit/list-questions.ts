import { MailvetError } from '../../../../errors.ts';
import type { EncodingReading } from '../../../../formats/inspect/encodings/guess.ts';
import type { ColumnCandidate } from '../../../../formats/inspect/find-columns.ts';
import type { InspectOptions } from '../../../../formats/inspect/inspect-list.ts';
import { plural } from '../../../../lib/wording.ts';
import type { Invocation } from '../../../invocation.ts';
import { ask } from '../../../io/prompt.ts';

/** What is asked on a terminal about a list that is not clear by itself. */
export function listQuestions(
  invocation: Invocation,
): Pick<InspectOptions, 'chooseColumn' | 'chooseEncoding'> {
  return {
    chooseColumn: (candidates) => askColumn(invocation, candidates),
    chooseEncoding: (readings) => askEncoding(invocation, readings),
  };
}

async function askColumn(
  invocation: Invocation,
  candidates: readonly ColumnCandidate[],
): Promise<number | readonly number[]> {
  const choices = candidates.map(
    ({ label, addresses }) => `${label}: ${plural(addresses, 'address', 'addresses')}`,
  );
  const all = choices.length === 2 ? 'both' : 'all of them';
  const title = 'Several columns hold addresses:';
  const chosen = await askOne(invocation, title, [...choices, all]);
  if (chosen === choices.length) return candidates.map(({ index }) => index);
  const candidate = candidates[chosen];
  if (candidate) return candidate.index;
  throw new MailvetError('usage', 'No column was chosen', {
    hint: ['Name it with ', { code: 'option', name: 'column', takes: '<name>' }],
  });
}

async function askEncoding(
  invocation: Invocation,
  readings: readonly EncodingReading[],
): Promise<string> {
  const [first, ...others] = readings;
  // Nothing to choose from: the notice says that the reading may be wrong.
  if (!first || others.length === 0) return first?.encoding ?? 'windows-1252';
  const choices = readings.map(({ words, encoding }) => `${words.join(', ')} (${encoding})`);
  const chosen = readings[await askOne(invocation, 'The encoding is not certain:', choices)];
  if (chosen) return chosen.encoding;
  throw new MailvetError('usage', 'No encoding was chosen', {
    hint: ['Name it with ', { code: 'option', name: 'encoding', takes: '<name>' }],
  });
}

/** The place of the choice, from 0; -1 for an answer that is none. */
async function askOne(
  invocation: Invocation,
  title: string,
  choices: readonly string[],
): Promise<number> {
  const lines = choices.map((choice, at) => `  ${at + 1}) ${choice}`);
  for (const line of [title, ...lines]) await invocation.notice(line);
  const answer = (
    await ask(invocation.context, `${await invocation.say(`Which one (1 to ${choices.length})?`)} `)
  ).trim();
  const named = choices.findIndex((choice) => choice.toLowerCase() === answer.toLowerCase());
  return named === -1 && /^\d+$/.test(answer) ? Number(answer) - 1 : named;
}
