import type { TranslatedArea } from '../../catalogue.ts';
import type { terminal as english } from '../en/terminal.ts';

export const terminal: TranslatedArea<typeof english> = {
  yes: 's sim',
  two_sentences: '{one}. {other}',
  two_clauses: '{one}; {other}',
};
