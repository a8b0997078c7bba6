import type { TranslatedArea } from '../../catalogue.ts';
import type { progress as english } from '../en/progress.ts';

export const progress: TranslatedArea<typeof english> = {
  count: '{done, number} de {total, number} endereços',
  greylisted: '{count, number} em greylisting',
  deferred: '{count, number} adiados pelo servidor',
  blocked: '{count, number} recusados pelo provedor',
  waiting: '{count, number} aguardando',
  next_try: '{wait}, próxima tentativa {time}',
  recorded: '{count, number} registrados: {verdicts}',
};
