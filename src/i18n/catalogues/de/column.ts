import type { TranslatedArea } from '../../catalogue.ts';
import type { column as english } from '../en/column.ts';

export const column: TranslatedArea<typeof english> = {
  which: 'Welche Spalten enthalten die E-Mail-Adressen?',
  several:
    'Mehr als eine Spalte enthält E-Mail-Adressen. Die Prüfung beginnt erst nach Ihrer Auswahl; mehrere sind möglich.',
  go_on: 'Mit diesen Spalten fortfahren',
  first_rows: 'Die ersten Zeilen',
  caption: 'Die ersten Zeilen der Liste',
  confirm_delete: 'Diese Liste löschen?',
};
