import type { TranslatedArea } from '../../catalogue.ts';
import type { progress as english } from '../en/progress.ts';

export const progress: TranslatedArea<typeof english> = {
  count: '{done, number} di {total, number} indirizzi',
  greylisted: '{count, number} in greylisting',
  deferred: '{count, number} rinviati dal server',
  blocked: '{count, number} rifiutati dal provider',
  waiting: '{count, number} in attesa',
  next_try: '{wait}, prossimo tentativo {time}',
  recorded: '{count, number} registrati: {verdicts}',
};
