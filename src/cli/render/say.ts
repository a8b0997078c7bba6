import { findSentence, type SentenceArea } from '../../i18n/sentence.ts';
import type { Texts } from '../../i18n/texts.ts';

/** What is said to a person: a sentence of ours, or a word of a table, in English; in the language of the reader. */
export type Say = (english: string) => string;

const AREAS: readonly SentenceArea[] = [
  'terminalNotices',
  'terminalErrors',
  'terminalHints',
  'terminalTables',
  'terminalFacts',
  'terminalStory',
  'terminalSetup',
  'doctor',
  'errorTexts',
  'verdicts',
  'reasonNames',
  'reasons',
  'reasonsAdvice',
  'details',
  'detailsAdvice',
];

/** An English sentence of ours, or several, in the language of the reader; any other stays as it is. */
export function sayInTerminal(text: Texts, english: string): string {
  return findSentence(text, english, AREAS) ?? sayParts(text, english) ?? english;
}

/** Sentences one behind the other, or the parts of a hint; undefined unless all of them are ours. */
function sayParts(text: Texts, english: string): string | undefined {
  for (const [mark, id] of JOINTS) {
    const [first = '', ...others] = english.split(mark);
    if (others.length === 0) continue;
    const [one, other] = [first, others.join(mark)].map(
      (part) => findSentence(text, part, AREAS) ?? sayParts(text, part),
    );
    if (one !== undefined && other !== undefined) return text(id, { one, other });
  }
  return undefined;
}

const JOINTS = [
  ['. ', 'terminal.two_sentences'],
  ['; ', 'terminal.two_clauses'],
] as const;
