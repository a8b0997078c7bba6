import type { TranslatedArea } from '../../catalogue.ts';
import type { terminalHints as english } from '../en/terminal-hints.ts';

export const terminalHints: TranslatedArea<typeof english> = {
  add_yes: 'Adicione --yes para pular a pergunta',
  on_machine: '{command} na máquina do serviço',
  see: 'Veja: {command}',
  name_file: 'Informe um arquivo, ou envie uma lista para stdin',
  give_addresses: 'Informe endereços como argumentos, ou um por linha em stdin',
  give_list_file: 'Informe um arquivo CSV, de texto, JSON ou JSONL com endereços de e-mail',
  only_header:
    'O arquivo só tem um cabeçalho. Se a primeira linha é um endereço, adicione --no-header',
  misread:
    'Se a lista foi mal lida, adicione --encoding, --delimiter ou --input-format; --column só aceita uma coluna com endereços',
  name_column:
    'Indique-a com {command}, como {command2}; pode ser repetido. {command3} usa a primeira preenchida',
  name_it: 'Indique com {command}',
  give_column_header: 'Informe um nome ou um número a partir de 1: as colunas são {text}',
  give_column_near:
    'Quis dizer “{name}”? Informe um nome ou um número a partir de 1: as colunas são {text}',
  give_sheet: 'Informe um nome ou um número a partir de 1: as planilhas são {text}',
  addresses_are_in: 'Há endereços em: {text}',
  other_encoding: '{command} se o arquivo vem de um programa antigo, ou salve-o como UTF-8',
  export_csv: 'Exporte a lista como CSV no programa que a criou',
  unpack_first: 'Descompacte e informe a lista dentro dele',
  close_quote: 'Feche ou remova a aspa (") na linha {line} e tente de novo',
  get_file_again: 'Obtenha o arquivo de novo, ou abra-o em um programa de planilhas e salve',
  replace_or_elsewhere: 'Substitua com --force, ou grave em outro lugar com {command}',
  create_or_elsewhere: 'Crie-a, ou grave em outro lugar com {command}',
  write_elsewhere: 'Grave em outro lugar com {command}',
  room_or_elsewhere: 'Libere espaço lá, ou grave em outro lugar com {command}',
  larger_input: 'Permita mais com {command}, por exemplo {command2}',
  to_file: 'Grave em um arquivo: {command}',
  nothing_sent_more: 'Nada foi enviado. Aumente --max-addresses, ou envie uma parte com {command}',
  nothing_sent_all_meant:
    'Nada foi enviado. Para confirmar que todos são desejados: {command}; uma lista verifica-se melhor com: {command2}',
  first_verified_all_meant:
    'Os primeiros {count, number} foram verificados. Para confirmar que todos são desejados: {command}; uma lista verifica-se melhor com: {command2}',
  nothing_sent_meant:
    'Nada foi enviado. Confirme: {command}; ou veja o que seria enviado: {command2}',
  nothing_sent_go_on:
    'Nada foi enviado: continue com {command}, ou acompanhe com {command2}; --again a envia de novo',
  nothing_sent_results:
    'Nada foi enviado: obtenha os resultados de novo com {command}, ou com {command2}; --again a envia de novo',
  send_rest: 'Envie o resto com: {command}',
  send_rest_or_anew: 'Envie o resto com: {command}; --again a envia de novo',
  send_them: 'Envie com: {command}',
  go_on_with: 'Continue com: {command}',
  once_plan_allows: 'Quando o plano permitir, continue com: {command}',
  raise_plan: 'Aumente o plano ou espere o próximo período, depois continue',
  results_so_far_retry: 'Os resultados até aqui foram gravados. Verifique o resto com: {command}',
  results_so_far: 'Os resultados até aqui foram gravados',
  written_doctor:
    'Os resultados até aqui foram gravados. Execute {command}; depois de resolvido, continue com: {command2}',
  not_kept: 'O desconhecido não é guardado: verifique de novo quando estiver resolvido',
  nothing_lost_elsewhere: 'Nada se perde: {command} grava os resultados em outro lugar',
  jobs_list_shows: 'mailvet jobs list mostra {fault}',
  shows_resumable: 'o que pode ser retomado',
  shows_all: 'todos',
  see_jobs: 'Veja os que existem com: mailvet jobs list',
  leave_out_service: 'Omita a chave e a URL base',
  give_service: 'Informe --base-url {url} e a chave dele',
  wait_until_ended: 'Espere terminar, ou pare-o antes',
  only_pending: 'Só um lote pendente ou em andamento pode ser cancelado',
  batch_list_shows: 'mailvet batch list mostra os que existem',
  whoami_login: 'mailvet whoami diz qual chave é usada e de onde vem; mailvet login guarda outra',
  login_stores: 'mailvet login guarda uma; ou use {command}, ou defina MAILVET_API_KEY',
  add_base_url:
    'Adicione {command}, ou defina MAILVET_BASE_URL; sem chave funciona o serviço embutido',
  use_https: 'Use https, ou --allow-insecure-http se qualquer um no caminho pode ler a chave',
  login_with_key: 'mailvet login --with-key a lê de stdin',
  give_base_url: 'Informe {command}',
  check_connection: 'Confira a URL base e sua conexão; mailvet doctor examina as duas',
  check_proxy: 'Confira HTTPS_PROXY, HTTP_PROXY e NO_PROXY',
  busy_later: 'O serviço pode estar ocupado: tente mais tarde',
  service_side: 'A falha é do lado do serviço: tente mais tarde',
  try_later: 'Tente mais tarde',
  try_later_fewer: 'Tente mais tarde, ou com um --concurrency menor',
  try_then: 'Tente então; com um --timeout maior, espera-se',
  more_time: 'Dê mais tempo, ou pergunte mais tarde',
  is_base_url: 'A URL base é a de um serviço de verificação?',
  final_address:
    'Redirecionamentos não são seguidos com a chave: informe o endereço final como URL base',
  plain_http:
    'Ele fala HTTP sem criptografia: escreva http:// em vez de https://, ou informe a porta TLS',
  trusts_ca: '{command} confia em uma autoridade certificadora sua',
  run_embedded:
    'Execute sem chave e URL base, ou na máquina do serviço; os resultados de um serviço mailvet trazem o motivo como detail',
  verify_with: 'Verifique com: {command}',
  verify_file_with: 'Verifique um arquivo com: {command}; um pipe com: {command2}',
  name_files_or_mail: 'Informe arquivos ou pastas, ou envie mensagens para stdin',
  give_mail:
    'Informe mensagens (mbox, Maildir, .eml), ou CSV ou JSON de um provedor: veja {command}',
  give_results: 'Informe os resultados de um verificador como ele os exporta',
  give_results_file:
    'Informe um arquivo gravado pelo mailvet, ou a exportação de outro verificador com as colunas dele',
  extension_of_mailvet: 'É uma extensão do mailvet: atualize o serviço, ou use o embutido',
  service_of_mailvet: 'Use um serviço mailvet desta versão ou mais novo',
  write_policy: 'Escreva um, ou indique outro arquivo com {command}',
  base_url_as: 'Informe como https://host ou https://host/caminho',
  save_as_csv: 'Abra-o em um programa de planilhas, salve como “CSV UTF-8” e informe esse arquivo',
  save_workbook_as_csv: 'Salve como “CSV UTF-8” em um programa de planilhas e informe esse arquivo',
  broken_workbook: 'Está danificada, tem senha ou não é uma pasta de trabalho',
  csv_any_size: 'Um arquivo CSV pode ter qualquer tamanho',
  remove_password: 'Remova a senha no programa que a definiu',
  with_gunzip: 'Descompacte antes com gunzip',
  plain_text: 'Salve como texto simples',
  table_as_csv: 'Exporte a tabela como CSV',
  lists_inside: 'Descompacte e informe as listas dentro dele: várias podem ser dadas de uma vez',
  name_by_number: 'Indique-a pelo número: {command}',
  is_it_a_list: 'É mesmo uma lista? --input-format csv, lines, json ou jsonl diz o que é',
  json_forms: 'Informe um array de textos ou objetos, ou um valor desses por linha (JSONL)',
  name_form:
    'Dê ao arquivo o nome .csv, .tsv, .json, .jsonl ou .xlsx, com .gz ou .zst no fim para compactar',
  name_report_form: 'Dê ao arquivo o nome .html, .md ou .json',
  stops_behind_request:
    'Ele para após o pedido em andamento e cancela o que enviou; ou encerre-o e cancele de novo',
  look_again:
    'A retomada o procura de novo; com --resend-unknown ele é enviado de novo (pode ser cobrado duas vezes). Continue com: {command}',
  share_of_rows: 'Para uma parcela de linhas não entregáveis: {command}',
  service_or_operator: 'A falha é do serviço: tente mais tarde, ou avise o operador',
};
