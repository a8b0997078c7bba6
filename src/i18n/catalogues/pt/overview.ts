import type { TranslatedArea } from '../../catalogue.ts';
import type { overview as english } from '../en/overview.ts';

export const overview: TranslatedArea<typeof english> = {
  your_lists: 'Suas listas',
  verify_list: 'Verificar uma lista',
  upload_your_list: 'Carregue sua lista',
  sample_note: 'Veja em um minuto o que você recebe para uma lista.',
  check_one: 'Verificar um endereço',
  check_one_note: 'Veja o que um resultado significa e o que o servidor de e-mail respondeu.',
  invite: 'Convidar alguém',
  invite_note: 'Toda a equipe vê as mesmas listas.',
  left_until: 'Restam <b>{left, number}</b> de {quota, number} até {day}',
  quota_used: 'Cota usada',
  reserved: '{count, number} contabilizadas, ou reservadas pelas verificações em andamento',
  charged:
    '{count, number} contabilizadas, {free, number} não contabilizadas (resultados em cache, duplicatas e endereços do sandbox)',
  given_back: '{count, number} não contabilizadas, porque não foi possível decidir',
  nearly_reached: '{share} das verificações deste mês já foram usadas.',
  storage: 'Armazenamento',
  stored_lists: 'Listas: <b>{used}</b> de {limit}',
  stored_batches: 'Lotes e histórico: <b>{used}</b> de {limit}',
  last_days:
    '{count, plural, one {# resultado} other {# resultados}} nos últimos {days, number} dias',
  by_day: 'Por dia (UTC), com os resultados em cache',
  chart:
    '{count, plural, one {# verificação} other {# verificações}} em {days, number} dias, no máximo {most, number} em um dia',
  show_table: 'Mostrar como tabela',
  chart_caption: 'Verificações por dia',
  day_column: 'Dia (UTC)',
  verifications_column: 'Verificações',
  day_count: '{day}: {count, number}',
};
