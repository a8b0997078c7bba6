import type { TranslatedArea } from '../../catalogue.ts';
import type { column as english } from '../en/column.ts';

export const column: TranslatedArea<typeof english> = {
  which: '¿Qué columnas contienen direcciones de correo?',
  several:
    'Hay más de una columna con direcciones. Nada comienza hasta que elija; puede elegir varias.',
  go_on: 'Continuar con estas columnas',
  first_rows: 'Las primeras filas',
  caption: 'Las primeras filas de la lista',
  confirm_delete: '¿Eliminar esta lista?',
};
