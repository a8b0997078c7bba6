import type { TranslatedArea } from '../../catalogue.ts';
import type { column as english } from '../en/column.ts';

export const column: TranslatedArea<typeof english> = {
  which: 'Quelles colonnes contiennent des adresses e-mail ?',
  several:
    'Plusieurs colonnes contiennent des adresses. Rien ne démarre avant votre choix ; vous pouvez en choisir plusieurs.',
  go_on: 'Continuer avec ces colonnes',
  first_rows: 'Les premières lignes',
  caption: 'Les premières lignes de la liste',
  confirm_delete: 'Supprimer cette liste ?',
};
