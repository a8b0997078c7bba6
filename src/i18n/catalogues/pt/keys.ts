import type { TranslatedArea } from '../../catalogue.ts';
import type { keys as english } from '../en/keys.ts';

export const keys: TranslatedArea<typeof english> = {
  title: 'Chaves',
  create_title: 'Criar uma chave',
  intro:
    'Conecte seu site, CRM ou scripts com uma chave de API. <link>Ler a documentação da API</link>.',
  team_keys: 'Chaves da equipe',
  name: 'Nome',
  key: 'Chave',
  scopes: 'Permissões',
  last_used: 'Último uso',
  expires: 'Expira',
  no_name: 'sem nome',
  none: 'Nenhuma chave ainda.',
  name_example: 'Loja virtual',
  expires_optional: 'Expira (opcional)',
  what_it_can_do: 'O que ela pode fazer',
  scope_verify: 'verificar endereços, criar e cancelar lotes',
  scope_read: 'ler o histórico e os lotes com seus resultados',
  scope_manage: 'excluir lotes, alterar a lista de exclusão',
  scope_learn: 'entregar resultados de envios',
  new_key: 'Sua nova chave',
  copy_now: 'Copie a chave agora. Ela não será exibida de novo.',
  api_key: 'Chave de API',
  expired: 'Expirada',
  confirm_revoke: 'Revogar a chave {name}? Programas que a usam param de funcionar na hora.',
  revoke_key: 'Revogar {name}',
  revoke: 'Revogar',
  revoked_at: 'revogada {time}',
  done_revoked: 'A chave foi revogada.',
  write_day: 'Escreva o último dia como 2027-01-31',
};
