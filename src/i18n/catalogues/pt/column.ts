import type { TranslatedArea } from '../../catalogue.ts';
import type { column as english } from '../en/column.ts';

export const column: TranslatedArea<typeof english> = {
  which: 'Quais colunas contêm endereços de e-mail?',
  several:
    'Mais de uma coluna contém endereços. Nada começa até você escolher; pode escolher várias.',
  go_on: 'Continuar com estas colunas',
  first_rows: 'As primeiras linhas',
  caption: 'As primeiras linhas da lista',
  confirm_delete: 'Excluir esta lista?',
};
