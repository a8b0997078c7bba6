import type { TranslatedArea } from '../../catalogue.ts';
import type { terminalNotices as english } from '../en/terminal-notices.ts';

export const terminalNotices: TranslatedArea<typeof english> = {
  named: '{name}: {fault}',
  embedded: 'Sem chave de API nem URL base: o serviço embutido (embedded service) é usado ({path})',
  unknown_variable: 'A variável desconhecida {name} é ignorada. Quis dizer {other}?',
  unknown_variable_see: 'A variável desconhecida {name} é ignorada. Veja: {command}',
  judging_by: 'Avaliação conforme {path}',
  repaired: '{path} podia ser lido por outros: agora só você pode',
  reading: 'Lendo {name} …',
  writing_results: 'Gravando os resultados …',
  cancelling: 'Cancelando {name} …',
  looking_up_hosts: 'Procurando servidores de e-mail …',
  waiting_for_service: 'Aguardando o serviço …',
  done_so_far: '{count, number} prontos …',
  messages_read: '{read, number} mensagens lidas: {outcomes, number} resultados de envio',
  header_line: 'O cabeçalho é a linha {line}; as linhas acima ficam como estão',
  using_columns: 'Usando as colunas “{name}” e “{other}”',
  using_unnamed: 'Usando a {fault}',
  using_first_filled: 'Usando a primeira preenchida de {text}',
  other_column: 'A coluna “{name}” também tem endereços; adicione: {command}',
  other_columns: 'As colunas “{name}” e “{other}” também têm endereços; adicione: {command}',
  read_as: 'A lista é lida como {encoding}; os resultados são gravados em UTF-8 com BOM',
  encoding_doubt:
    'A codificação não é certa: se “{word}” deveria ser “{other}”, adicione {command}',
  encoding_wrong: 'A codificação não é certa: se “{word}” está errado, adicione {command}',
  ragged_row:
    'A linha {line} tem {cells, plural, one {# célula} other {# células}}, o cabeçalho {expected}; a linha fica como está',
  ragged_rows:
    'A linha {line} tem {cells, plural, one {# célula} other {# células}}, o cabeçalho {expected}; {others, plural, one {# outra linha também difere} other {# outras linhas também diferem}}; as linhas ficam como estão',
  ragged_first_row:
    'A linha {line} tem {cells, plural, one {# célula} other {# células}}, a primeira linha {expected}; a linha fica como está',
  table_row:
    'A linha {line} é uma linha de tabela entre linhas de um só endereço: o que há nela não é verificado. Coloque-a em uma lista própria',
  using_sheet: 'Usando a planilha “{name}”',
  other_sheet: 'A planilha “{name}” também tem endereços: {command} a lê',
  several_columns: 'Várias colunas têm endereços:',
  choice_column: '  {number}) “{name}”: {count, plural, one {# endereço} other {# endereços}}',
  choice_both: '  {number}) ambas',
  choice_all: '  {number}) todas',
  which_encoding: 'A codificação não é certa:',
  which_one: 'Qual (1 a {count})?',
  yes_no: '[s/N]',
  verify_question: 'Verificar {count, plural, one {# endereço} other {# endereços}}?',
  some_need_network:
    '{needing, plural, one {# de {total, number} endereços precisa} other {# de {total, number} endereços precisam}} de DNS e servidores de e-mail; os demais são verificados mesmo assim',
  go_on_question: 'Continuar?',
  erase_question:
    'Apagar {count, plural, one {# trabalho} other {# trabalhos}}, com endereços e resultados?',
  erased: '{count, plural, one {# trabalho apagado} other {# trabalhos apagados}}',
  answer_c: 'Responda c para cancelar antes os lotes; y deixa que continuem',
  unfinished_unwritten:
    '{id} ({name}) não terminou: os resultados não foram gravados. Depois de apagado não pode ser retomado',
  unfinished_unsent:
    '{id} ({name}) não terminou: {count, plural, one {# endereço não foi enviado} other {# endereços não foram enviados}}. Depois de apagado não pode ser retomado',
  unfinished_open:
    '{id} ({name}) não terminou: os resultados de {count, plural, one {# lote} other {# lotes}} não estão aqui. Depois de apagado não pode ser retomado',
  unfinished_open_unsent:
    '{id} ({name}) não terminou: os resultados de {batches, plural, one {# lote} other {# lotes}} não estão aqui, {count, plural, one {# endereço não foi enviado} other {# endereços não foram enviados}}. Depois de apagado não pode ser retomado',
  batches_go_on:
    '{id} não tinha terminado: {count, plural, one {# lote continua} other {# lotes continuam}} no serviço: {command}',
  quota_share:
    '{percent}% das verificações deste mês foram usadas: {used, number} de {quota, number}',
  service_waits: 'O serviço pede para esperar: continua em {time}',
  problem_dns_failure:
    'O DNS não responde, então os servidores de e-mail não são encontrados. Os endereços ficam desconhecidos, não mortos; veja: {fault}',
  problem_dns_untrusted:
    'O DNS dá respostas erradas aqui, por isso são ignoradas. Os endereços ficam desconhecidos, não mortos; veja: {fault}',
  problem_port_25:
    'Nenhum servidor de e-mail pode ser alcançado: a porta 25 de saída está fechada. Os endereços ficam desconhecidos, não mortos; veja: {fault}',
  problem_blocked:
    'A maioria dos provedores recusa este servidor: o endereço IP dele está em uma lista de bloqueio. Os endereços ficam desconhecidos, não mortos; veja: {fault}',
  provider_braked:
    '{provider} recusa cada vez mais ({refusals} das últimas {sessions} sessões): metade delas é aberta',
  provider_rests:
    '{provider} continua recusando cada vez mais: não é contatado por {time}, e o que resta ali fica desconhecido',
  own_address_listed:
    '{address}, nosso próprio endereço, está na lista de bloqueio {list}: metade das sessões é aberta (mailvet doctor diz mais)',
  database_migrated: 'Banco de dados {version}. Uma cópia do estado anterior: {path}',
  embedded_error: 'O serviço embutido teve um erro: {text} (seu banco de dados é {path})',
  several_addresses:
    '{count, plural, one {# linha} other {# linhas}} com vários endereços em uma célula: {command} verifica cada um',
  cut_cells:
    '{count, plural, one {# célula da lista foi cortada} other {# células da lista foram cortadas}} nos 32.767 caracteres que uma pasta de trabalho aceita: {command} mantém todos',
  best_of_columns: 'Cada linha conta pelo melhor endereço de {text}',
  best_of_cell: 'Uma linha com vários endereços conta pelo melhor',
  sent_again:
    'Enviado de novo: {batches, plural, one {# lote} other {# lotes}} ({count, plural, one {# endereço} other {# endereços}}) cuja resposta se perdeu e que o serviço não listava (cobrado duas vezes se já tinha chegado)',
  check_failed: 'Verificação reprovada: {fault}',
  fails_deliverable:
    '{count, plural, one {# endereço entregável} other {# endereços entregáveis}} ({command})',
  fails_risky:
    '{count, plural, one {# endereço arriscado} other {# endereços arriscados}} ({command})',
  fails_undeliverable:
    '{count, plural, one {# endereço não entregável} other {# endereços não entregáveis}} ({command})',
  fails_unknown:
    '{count, plural, one {# endereço desconhecido} other {# endereços desconhecidos}} ({command})',
  fails_share: '{share} não entregáveis, acima de {most}% (--max-undeliverable)',
  fails_score: 'a menor pontuação é {score}, abaixo de {least} (--min-score)',
  follow_with: 'Acompanhe com: {command}',
  not_begun: 'Não iniciado: {text}',
  resuming: 'Retomando {id}, que foi interrompido: {name} de {time} UTC',
  resuming_same:
    'Retomando {id}, que foi interrompido: {name} de {time} UTC, com o mesmo conteúdo de {other}',
  verified_already:
    'Esta lista já foi verificada ({age}, {id}): os resultados dela são usados. --again a verifica de novo',
  was_cancelled: '{id} foi cancelado em {time} UTC: continuando com o que não foi enviado',
  to_be_verified:
    'A verificar: {wanted, number} de {count, plural, one {# endereço} other {# endereços}}; os demais são conhecidos',
  verifying_again:
    'Verificando de novo: {count, plural, one {# endereço desconhecido} other {# endereços desconhecidos}} de {name}',
  nothing_unknown: 'Nenhum endereço é desconhecido: não há nada a verificar de novo',
  nothing_unknown_reason:
    'Nenhum endereço é desconhecido por esse motivo ({command}): não há nada a verificar de novo',
  cancelled_batches: '{count, plural, one {# lote cancelado} other {# lotes cancelados}}',
  ended_already: '{id} já tinha terminado: estado {status}',
  unsent_rest:
    '{id}: {count, plural, one {# endereço não enviado} other {# endereços não enviados}}. Envie o resto com: {command}',
  answer_lost_found: 'Uma resposta se perdeu, mas o lote está lá: {id}',
  answer_missing: 'Falta a resposta a um lote: procurando o lote no serviço, por até {time}',
  sending_unsent: 'O lote que estava a caminho não está no serviço: enviando',
  sending_again_key: 'Enviando de novo um lote sem resposta: a chave dele evita cobrança dupla',
  sending_again_listed:
    'Um lote cuja resposta se perdeu não está na lista do serviço, que está atualizada: enviando de novo',
  sending_again_unknown:
    'Enviando de novo um lote cuja resposta se perdeu (--resend-unknown): ele pode ser cobrado duas vezes',
  poll_failed: 'Uma consulta falhou ({text}); os lotes continuam, tentando de novo',
  stopping_run: 'Parando: o que está em andamento ainda é aguardado; parar de novo encerra na hora',
  stdin_header: 'A linha {line} de stdin dá nome à coluna ({text}): é omitida',
  bounced_notice:
    'O e-mail foi devolvido em {day}: {text}. Por isso mailvet verify diz não entregável (bounced)',
  due: 'A rever: {due, number} de {count, plural, one {# endereço} other {# endereços}}',
  verifies_these: '{command} --due --wait verifica só estes',
  diff_counts:
    'Piores: {worse, number}, melhores: {better, number}, outros: {other, number}, adicionados: {added, number}, removidos: {removed, number}, iguais: {same, number}',
  diff_columns:
    'Comparado: {path} por {text}; {path2} por {text2}. Endereços de uma coluna que só uma das listas tem contam como acrescentados ou removidos; para comparar uma coluna, verifique as duas listas com o --column dela',
  diff_failed: '{count, number} {change} ({command})',
  rows_left_out:
    '{name}: {count, plural, one {# linha omitida} other {# linhas omitidas}}, linha {line}: {text}',
  outcomes_head:
    'Desfechos: {outcomes, number} de {read, plural, one {# mensagem ou registro} other {# mensagens e registros}}',
  kind_delivered: 'entregues: {count, number}',
  kind_no_mailbox: 'caixa inexistente: {count, number}',
  kind_full: 'caixa cheia: {count, number}',
  kind_disabled: 'caixa desativada: {count, number}',
  kind_blocked: 'bloqueados: {count, number}',
  kind_deferred: 'adiados: {count, number}',
  kind_complaint: 'reclamações: {count, number}',
  kind_hard: 'devolução definitiva: {count, number} (não entregável: o provedor desistiu)',
  kind_undecided: 'indefinidos: {count, number} (nada sobre a caixa postal: nenhum resultado muda)',
  without_outcome: '{count, number} sem resultado de envio',
  read_before: '{count, number} já lidos',
  unreadable: '{count, number} ilegíveis',
  new_outcomes: 'Novos: {count, number}',
  results_of: 'Resultados de {source}: {count, plural, one {# linha} other {# linhas}}',
  results_of_unreadable:
    'Resultados de {source}: {count, plural, one {# linha} other {# linhas}}, {unreadable, number} ilegíveis',
  new_in_ledger: 'Novos no registro: {count, number}',
  both_decided_none: 'Nenhum destes endereços foi decidido por ambos',
  same_verdict:
    'Mesmo veredito: {same, number} de {count, plural, one {# endereço decidido} other {# endereços decididos}} por ambos ({share})',
  key_stored: 'A chave {key} para {url} foi guardada',
  key_stored_keychain: 'A chave {key} para {url} foi guardada no chaveiro',
  key_stored_profile: 'A chave {key} para {url} foi guardada (perfil {profile})',
  key_overridden: 'MAILVET_API_KEY também está definida e prevalece sobre a chave guardada',
  key_not_for_everything: 'O serviço aceita a chave, mas não para tudo: {fault}',
  base_url_question: 'URL base do serviço:',
  key_question: 'Chave de API para {url}:',
  no_key_stored: 'Nenhuma chave está guardada',
  key_removed: 'A chave {key} foi removida',
  account_unknown: 'A conta não é conhecida: {fault}',
  opened: '{url} aberto',
  listening: 'Escutando em {url}',
  listen_secret: 'Segredo de assinatura até terminar: {secret}',
  listen_ready: 'Pronto: os eventos da equipe {name} chegam em {url}',
  listen_deleted: 'O webhook {id} foi excluído',
  listen_killed: 'O webhook {id} de uma execução encerrada foi excluído',
  listen_silence: 'Nada é enviado ainda: há um serviço neste banco de dados, como {command}?',
  listen_refused: 'Mensagem recusada com {status}: {fault}',
  fault_unsigned: 'faltam os cabeçalhos de assinatura de Standard Webhooks',
  fault_expired: 'a hora dela difere mais de cinco minutos do relógio desta máquina',
  fault_wrong: 'a assinatura está errada: outro segredo ou conteúdo alterado',
  error_label: 'erro:',
  now_in: 'agora em {path}',
  by_verdict_in: 'por veredito em {path}',
  report_in: 'relatório em {path}',
  report_in_two: 'relatório em {path} e {path2}',
  lists: '{count, plural, one {# lista} other {# listas}}',
  lists_of: '{some, number} de {count, plural, one {# lista} other {# listas}}',
  rows_unknown_later:
    '{count, plural, one {# linha é desconhecida} other {# linhas são desconhecidas}}. Verifique só estas mais tarde: {command}',
  rows_unknown_after:
    '{count, plural, one {# linha é desconhecida} other {# linhas são desconhecidas}}. Verifique só estas após {time}: {command}',
  written: 'Gravado: {path}',
};
