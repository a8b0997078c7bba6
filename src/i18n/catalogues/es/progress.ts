import type { TranslatedArea } from '../../catalogue.ts';
import type { progress as english } from '../en/progress.ts';

export const progress: TranslatedArea<typeof english> = {
  count: '{done, number} de {total, number} direcciones',
  greylisted: '{count, number} en greylisting',
  deferred: '{count, number} aplazadas por su servidor',
  blocked: '{count, number} rechazadas por su proveedor',
  waiting: '{count, number} en espera',
  next_try: '{wait}, próximo intento {time}',
  recorded: '{count, number} registradas: {verdicts}',
};
