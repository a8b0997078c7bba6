import type { TranslatedArea } from '../../catalogue.ts';
import type { column as english } from '../en/column.ts';

export const column: TranslatedArea<typeof english> = {
  which: 'Quali colonne contengono indirizzi e-mail?',
  several:
    'Più colonne contengono indirizzi. Nulla inizia prima della scelta; può sceglierne più di una.',
  go_on: 'Continua con queste colonne',
  first_rows: 'Le prime righe',
  caption: 'Le prime righe della lista',
  confirm_delete: 'Eliminare questa lista?',
};
