import type { TranslatedArea } from '../../catalogue.ts';
import type { layout as english } from '../en/layout.ts';

export const layout: TranslatedArea<typeof english> = {
  skip_to_content: 'Ir para o conteúdo',
  account: 'Conta',
  api_docs: 'Documentação da API',
  sign_out: 'Sair',
  member_of: '{role, select, owner {proprietário} other {membro}} de {team}',
  teams: 'Equipes',
  switch_to: 'Mudar para {team}',
  settings: 'Configurações',
};
