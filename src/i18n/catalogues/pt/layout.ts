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
  home: 'Início',
  lists: 'Listas',
  check_an_address: 'Verificar<long> um endereço</long>',
  do_not_mail: 'Exclusões',
  team: 'Equipe',
  people: 'Pessoas',
  api: 'API',
  keys: 'Chaves',
  api_batches: 'Lotes da API',
  webhooks: 'Webhooks',
  outcomes: 'Resultados de envios',
  activity_log: 'Registro de atividades',
  mail_servers: 'Servidores de e-mail',
  pages: 'Páginas',
  problem_for_members:
    'Novas verificações estão pausadas por um problema técnico; o administrador já sabe.',
  and_more: '(e mais {count, number})',
  what_to_do: 'O que fazer',
  state_of_service: 'Estado do serviço',
  typing_errors: 'Erros de digitação',
  name_and_logo: 'Nome e logotipo',
};
