import type { TranslatedArea } from '../../catalogue.ts';
import type { summary as english } from '../en/summary.ts';

export const summary: TranslatedArea<typeof english> = {
  addresses: '{count, plural, one {# endereço} other {# endereços}}',
  addresses_in_rows: '{addresses} em {count, plural, one {# linha} other {# linhas}}',
  rows_with_addresses: '{count, plural, one {# linha} other {# linhas}} com {addresses}',
  without_address: '{count, number} sem endereço',
  of_list: '{name}: {addresses}',
  score: 'pontos',
  sample_is_whole: 'A amostra é a lista inteira, {addresses}:',
  projected: 'Projetado de uma amostra de {count, number} para {addresses}:',
  distinct_addresses: '{count, plural, one {# endereço distinto} other {# endereços distintos}}',
  likely: 'provável {range} ({low, number} a {high, number} endereços)',
  typos:
    '{count, plural, one {# provável erro de digitação} other {# prováveis erros de digitação}}: a coluna suggestion tem o endereço provável',
  same_mailbox:
    '{count, plural, one {# endereço tem a caixa de outro: não foi verificado à parte} other {# endereços têm a caixa de outro: não foram verificados à parte}}',
  deduplicated:
    '{count, plural, one {# linha com a caixa de outra foi omitida} other {# linhas com a caixa de outra foram omitidas}} (--dedupe)',
  reason_disposable:
    '{count, plural, one {# endereço descartável} other {# endereços descartáveis}}',
  reason_role: '{count, plural, one {# endereço de função} other {# endereços de função}}',
  reason_mailbox:
    '{count, plural, one {# caixa rejeita mensagens} other {# caixas rejeitam mensagens}}',
  reason_error:
    '{count, plural, one {# endereço com erro do serviço} other {# endereços com erro do serviço}}',
  reason_incomplete:
    '{count, plural, one {# endereço sem resultado completo} other {# endereços sem resultado completo}}',
  reason_several_addresses:
    '{count, plural, one {# célula com vários endereços} other {# células com vários endereços}}',
  others: '{count, plural, one {# outro} other {# outros}}',
};
