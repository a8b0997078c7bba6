import type { TranslatedArea } from '../../catalogue.ts';
import type { editList as english } from '../en/edit-list.ts';

export const editList: TranslatedArea<typeof english> = {
  back: 'Voltar à lista',
  name_and_folder: 'Nome e pasta',
  rename: 'Renomear',
  move: 'Mover',
  folder_example: 'p. ex. Campanha de primavera; vazio: nenhuma',
  share: 'Compartilhar o relatório',
  share_note:
    'Quem tem o link pode ver o relatório sem entrar, até o link expirar. O relatório não contém endereços.',
  copy_now: 'Copie o link agora. Ele não será mostrado de novo.',
  no_report: 'A lista ainda não tem relatório.',
  expires_after: 'Expira após',
  days: '{count, plural, one {# dia} other {# dias}}',
  create_link: 'Criar um link',
  links: 'Links ativos para o relatório',
  by: 'Por',
  expires: 'Expira',
  confirm_revoke: 'Revogar este link? Quem o tem não verá mais o relatório.',
  revoke: 'Revogar',
  renamed: 'A lista foi renomeada.',
  moved: 'A lista foi movida.',
  revoked: 'O link foi revogado.',
};
