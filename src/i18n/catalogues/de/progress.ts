import type { TranslatedArea } from '../../catalogue.ts';
import type { progress as english } from '../en/progress.ts';

export const progress: TranslatedArea<typeof english> = {
  count: '{done, number} von {total, number} Adressen',
  greylisted: '{count, number} im Greylisting',
  deferred: '{count, number} vom Server vertagt',
  blocked: '{count, number} vom Anbieter abgewiesen',
  waiting: '{count, number} warten',
  next_try: '{wait}, nächster Versuch {time}',
  recorded: '{count, number} erfasst: {verdicts}',
};
