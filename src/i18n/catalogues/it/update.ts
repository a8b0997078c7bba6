import type { TranslatedArea } from '../../catalogue.ts';
import type { update as english } from '../en/update.ts';

export const update: TranslatedArea<typeof english> = {
  available: 'mailvet {latest} è disponibile, questa è la versione {own}',
  by_command: 'Aggiornare: {command}',
  by_file: 'Aggiornare: eseguire di nuovo install.sh o sostituire {file}',
};
