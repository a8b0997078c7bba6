import type { TranslatedArea } from '../../catalogue.ts';
import type { report as english } from '../en/report.ts';

export const report: TranslatedArea<typeof english> = {
  title: 'Relatório da lista',
  page_title: '{name}: relatório da lista',
  written: 'Gerado em {time}, verificado por {service}',
  written_short: 'Gerado em {time}, verificado por {service}',
  footer: 'Feito com mailvet. Funciona off-line; não contém endereços de e-mail.',
  results: '{count, plural, one {# resultado} other {# resultados}}',
  why: 'Por quê',
  verdict: 'Veredito',
  reason: 'Motivo',
  results_column: 'Resultados',
  share: 'Proporção',
  meaning: 'Significado',
  what_to_do: 'O que fazer',
  in_detail: 'Em detalhe',
  detail_column: 'Detalhe',
  in_words: 'Explicação',
  what_servers_answered: 'O que os servidores de e-mail responderam',
  other_reason: 'Um motivo do serviço',
  verify_later: 'Verifique de novo mais tarde.',
  ask_again: '{words}, verificar de novo após {time}',
  scores: 'Pontuações',
  scores_label: 'Endereços por pontuação. {bands}',
  scores_note:
    'Resultados por pontuação, de 0 (não enviar) a 100 (envio seguro); cada coluna cobre dez pontos.',
  without_score:
    '{count, plural, one {# resultado sem pontuação não é mostrado.} other {# resultados sem pontuação não são mostrados.}}',
  providers: 'Provedores dos servidores de e-mail',
  provider: 'Provedor',
  undecidable_short: 'não pode ser decidido',
  undecidable: 'não pode ser decidido: aceita qualquer destinatário até o envio da mensagem',
  providers_note:
    'Quem opera os servidores de e-mail dos endereços, com a proporção de cada provedor entre os conhecidos.',
  domains_by_share: 'Domínios por proporção de endereços não entregáveis',
  domains_most: 'Domínios com mais endereços',
  domain: 'Domínio',
  undeliverable_column: 'Não entregáveis',
  worst_domains:
    'Os piores entre {count, plural, one {o domínio} other {os # domínios}} com mais endereços.',
  every_domain: 'Todos os domínios da lista.',
  domains_note:
    'Uma proporção alta em um domínio pode ser um erro de digitação no nome ou uma empresa que mudou de domínio.',
  sample_is_whole: 'A amostra é a lista inteira',
  sample_verified:
    '{count, plural, one {O único endereço foi verificado} other {Todos os # endereços distintos foram verificados}}: nada é projetado.',
  sample_projected: 'Uma amostra, projetada',
  sample_only:
    'Apenas {count, plural, one {# endereço} other {# endereços}} de {all, number}, {count, plural, one {sorteado, foi verificado} other {sorteados, foram verificados}}.',
  sample_rest_page: 'O restante desta página conta os demais como desconhecidos.',
  sample_rest_below: 'Os demais contam abaixo como desconhecidos.',
  in_sample: 'Na amostra',
  in_list_likely: 'Na lista, provável',
  in_list_likely_95: 'Na lista, provável (95%)',
  which_is: 'Ou seja',
  range: '{low} a {high}',
  address_range: '{low, number} a {high, number} endereços',
  sample_note:
    'Os intervalos são de 95% (Wilson): de vinte amostras assim, cerca de uma não acerta a taxa real.',
  the_list: 'A lista',
  rows: 'Linhas',
  distinct_addresses: 'Endereços distintos',
  duplicates: 'Duplicatas',
  same_mailbox: 'A mesma caixa de correio de outro endereço',
  without_address: 'Linhas sem endereço utilizável',
  empty_cells: 'Células vazias',
  likely_typos: 'Prováveis erros de digitação com sugestão',
  how_to_read: 'Como ler este relatório',
  how_to_read_note:
    'Um resultado vale para o dia em que foi obtido: caixas de correio vêm e vão. Os resultados são contados por linha: um endereço em três linhas conta três vezes.',
  moment: '{day} às {minute} UTC',
};
