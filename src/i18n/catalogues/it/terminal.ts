import type { TranslatedArea } from '../../catalogue.ts';
import type { terminal as english } from '../en/terminal.ts';

export const terminal: TranslatedArea<typeof english> = {
  yes: 's sì si',
  two_sentences: '{one}. {other}',
  two_clauses: '{one}; {other}',
};
