import type { TranslatedArea } from '../../catalogue.ts';
import type { start as english } from '../en/start.ts';

export const start: TranslatedArea<typeof english> = {
  title: 'Pronta para iniciar: a estimativa',
  in_rows: 'em {count, plural, one {# linha} other {# linhas}}',
  with_sheet: '{content}, planilha {sheet}',
  with_columns: '{content}, coluna {columns}',
  duplicates: 'Duplicatas',
  checked_once: '{count, plural, one {#, verificada} other {#, verificadas}} só uma vez',
  without_address: 'Linhas sem endereço válido',
  kept: '{count, plural, one {#, fica como está} other {#, ficam como estão}}',
  known: 'Já conhecidos',
  from_cache: '{count}, do cache, grátis',
  suppressed: 'Na lista de exclusão',
  not_checked: '{count}, não verificados, grátis',
  sandbox: 'Sandbox',
  simulated: '{count}, simulados, grátis',
  about: 'cerca de {count, number}',
  cost: 'Consumo',
  verifications: '{amount} {count, plural, one {verificação} other {verificações}}',
  left_this_month:
    '{left, plural, one {resta # de {quota, number}} other {restam # de {quota, number}}} neste mês',
  time: 'Tempo',
  few_seconds: 'alguns segundos',
  from_to: '{from} a {to}',
  early: 'alguns servidores nos pedem para voltar mais tarde: até {time} a mais',
  undecided: 'Não é possível decidir',
  undecided_share: '{share} de {count, plural, one {# endereço} other {# endereços}}',
  cause_accepts_all_until_data:
    '{count} em provedores que aceitam todo endereço até a mensagem chegar, como o Yahoo',
  cause_accept_all:
    '{count} em domínios que aceitam qualquer endereço, segundo resultados anteriores',
  cause_opted_out: '{count} em domínios que pedem para não ser verificados',
  cause_dns_failure: '{count} em domínios cujos servidores de nomes não respondem',
  cause_port_25_closed: '{count} porque a porta 25 está fechada aqui',
  these_too: 'Verificar isto também?',
  column_too: 'A coluna {name} <faint>também contém endereços</faint>',
  sheet_too: 'A planilha {name} <faint>também contém endereços; vira uma lista própria</faint>',
  split_cells:
    '{count, plural, one {# célula tem} other {# células têm}} mais de um endereço: <faint>separar e verificar cada um</faint>',
  over_quota:
    '{count} além da sua cota. Aguardam até {day}, ou até a cota ser aumentada; a lista continua sozinha.',
  start: 'Iniciar',
  start_and_wait: 'Iniciar e aguardar a cota',
  verify_now: 'Verificar {count, number} agora',
  confirm_delete: 'Excluir {name}? Nada dela foi verificado.',
};
