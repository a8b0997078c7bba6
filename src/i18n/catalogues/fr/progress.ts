import type { TranslatedArea } from '../../catalogue.ts';
import type { progress as english } from '../en/progress.ts';

export const progress: TranslatedArea<typeof english> = {
  count: '{done, number} adresses sur {total, number}',
  greylisted: '{count, number} en greylisting',
  deferred: '{count, number} différées par leur serveur',
  blocked: '{count, number} refusées par leur fournisseur',
  waiting: '{count, number} en attente',
  next_try: '{wait}, prochain essai {time}',
  recorded: '{count, number} enregistrées : {verdicts}',
};
