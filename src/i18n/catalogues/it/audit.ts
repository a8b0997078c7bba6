import type { TranslatedArea } from '../../catalogue.ts';
import type { audit as english } from '../en/audit.ts';

export const audit: TranslatedArea<typeof english> = {
  title: 'Registro attività',
  caption:
    'Accessi e modifiche di chiavi, webhook, persone, liste ed esclusioni, i più recenti prima',
  who: 'Chi',
  action: 'Azione',
  subject: 'Oggetto',
  none: 'Ancora nessuna voce.',
};
