import type { TranslatedArea } from '../../catalogue.ts';
import type { terminalHints as english } from '../en/terminal-hints.ts';

export const terminalHints: TranslatedArea<typeof english> = {
  add_yes: 'Aggiunga --yes per saltare la domanda',
  on_machine: '{command} sulla macchina del servizio',
  see: 'Vedere: {command}',
  name_file: 'Indichi un file, o invii una lista a stdin',
  give_addresses: 'Indichi gli indirizzi come argomenti, o uno per riga su stdin',
  give_list_file: 'Indichi un file CSV, di testo, JSON o JSONL con indirizzi e-mail',
  only_header:
    'Il file ha solo un’intestazione. Se la prima riga è un indirizzo, aggiunga --no-header',
  misread:
    'Se la lista è stata letta male, aggiunga --encoding, --delimiter o --input-format; --column accetta solo una colonna con indirizzi',
  name_column:
    'La indichi con {command}, ad esempio {command2}; ripetibile. {command3} prende la prima compilata',
  name_it: 'Lo indichi con {command}',
  give_column_header: 'Indichi un nome o un numero da 1: le colonne sono {text}',
  give_column_near: 'Intendeva «{name}»? Indichi un nome o un numero da 1: le colonne sono {text}',
  give_sheet: 'Indichi un nome o un numero da 1: i fogli sono {text}',
  addresses_are_in: 'Gli indirizzi sono in: {text}',
  other_encoding: '{command} se il file viene da un vecchio programma, oppure lo salvi come UTF-8',
  export_csv: 'Esporti la lista come CSV dal programma che l’ha creata',
  unpack_first: 'Lo decomprima e indichi la lista contenuta',
  close_quote: 'Chiuda o tolga le virgolette (") alla riga {line} e riprovi',
  get_file_again: 'Recuperi di nuovo il file, o lo apra in un foglio di calcolo e lo salvi',
  replace_or_elsewhere: 'Lo sostituisca con --force, o scriva altrove con {command}',
  create_or_elsewhere: 'La crei, o scriva altrove con {command}',
  write_elsewhere: 'Scriva altrove con {command}',
  room_or_elsewhere: 'Liberi spazio lì, o scriva altrove con {command}',
  larger_input: 'Consenta di più con {command}, ad esempio {command2}',
  to_file: 'La scriva in un file: {command}',
  nothing_sent_more:
    'Non è stato inviato nulla. Aumenti --max-addresses, o invii una parte con {command}',
  nothing_sent_all_meant:
    'Non è stato inviato nulla. Per confermare che sono voluti tutti: {command}; un elenco si verifica meglio con: {command2}',
  first_verified_all_meant:
    'I primi {count, number} sono stati verificati. Per confermare che sono voluti tutti: {command}; un elenco si verifica meglio con: {command2}',
  nothing_sent_meant:
    'Non è stato inviato nulla. Lo confermi: {command}; o veda che cosa verrebbe inviato: {command2}',
  nothing_sent_go_on:
    'Non è stato inviato nulla: continui con {command}, o la segua con {command2}; --again la invia di nuovo',
  nothing_sent_results:
    'Non è stato inviato nulla: recuperi i risultati con {command}, o con {command2}; --again la invia di nuovo',
  send_rest: 'Per inviare il resto: {command}',
  send_rest_or_anew: 'Per inviare il resto: {command}; --again la invia di nuovo',
  send_them: 'Per inviarli: {command}',
  go_on_with: 'Per continuare: {command}',
  once_plan_allows: 'Quando il piano lo consente, continui con: {command}',
  raise_plan: 'Aumenti il piano o attenda il prossimo periodo, poi continui',
  results_so_far_retry:
    'I risultati finora ottenuti sono stati scritti. Il resto si verifica con: {command}',
  results_so_far: 'I risultati finora ottenuti sono stati scritti',
  written_doctor:
    'I risultati finora ottenuti sono stati scritti. Esegua {command}; una volta risolto, continui con: {command2}',
  not_kept: 'Ciò che è sconosciuto non viene conservato: verifichi di nuovo a problema risolto',
  nothing_lost_elsewhere: 'Nulla è perso: {command} scrive i risultati altrove',
  jobs_list_shows: 'mailvet jobs list mostra {fault}',
  shows_resumable: 'ciò che si può riprendere',
  shows_all: 'tutti',
  see_jobs: 'Per vedere quelli presenti: mailvet jobs list',
  leave_out_service: 'Tralasci la chiave e l’URL di base',
  give_service: 'Indichi --base-url {url} e la sua chiave',
  wait_until_ended: 'Attenda che finisca, o lo fermi prima',
  only_pending: 'Solo un batch in attesa o in corso si può annullare',
  batch_list_shows: 'mailvet batch list mostra quelli presenti',
  whoami_login:
    'mailvet whoami dice quale chiave si usa e da dove viene; mailvet login ne salva un’altra',
  login_stores: 'mailvet login ne salva una; oppure usi {command}, o imposti MAILVET_API_KEY',
  add_base_url:
    'Aggiunga {command}, o imposti MAILVET_BASE_URL; senza chiave funziona il servizio integrato',
  use_https:
    'Usi https, o --allow-insecure-http se chiunque lungo il percorso può leggere la chiave',
  login_with_key: 'mailvet login --with-key la legge da stdin',
  give_base_url: 'Indichi {command}',
  check_connection: 'Controlli l’URL di base e la connessione; mailvet doctor esamina entrambe',
  check_proxy: 'Controlli HTTPS_PROXY, HTTP_PROXY e NO_PROXY',
  busy_later: 'Il servizio può essere occupato: riprovi più tardi',
  service_side: 'L’errore è dalla parte del servizio: riprovi più tardi',
  try_later: 'Riprovi più tardi',
  try_later_fewer: 'Riprovi più tardi, o con un --concurrency più basso',
  try_then: 'Riprovi allora; con un --timeout più lungo si attende',
  more_time: 'Conceda più tempo, o chieda più tardi',
  is_base_url: 'L’URL di base è quello di un servizio di verifica?',
  final_address:
    'I reindirizzamenti non vengono seguiti con la chiave: indichi l’indirizzo finale come URL di base',
  plain_http:
    'Parla HTTP non cifrato: scriva http:// invece di https://, o indichi la sua porta TLS',
  trusts_ca: '{command} si fida di un’autorità di certificazione propria',
  run_embedded:
    'Lo esegua senza chiave e URL di base, o sulla macchina del servizio; i risultati di un servizio mailvet portano il motivo come detail',
  verify_with: 'Per verificarla: {command}',
  verify_file_with: 'Per verificare un file: {command}; una pipe: {command2}',
  name_files_or_mail: 'Indichi file o cartelle, o invii messaggi a stdin',
  give_mail:
    'Indichi messaggi (mbox, Maildir, .eml), o CSV o JSON di un provider: vedere {command}',
  give_results: 'Indichi i risultati di un verificatore così come li esporta',
  give_results_file:
    'Indichi un file scritto da mailvet, o l’esportazione di un altro verificatore con le sue colonne',
  extension_of_mailvet: 'È un’estensione di mailvet: aggiorni il servizio, o usi quello integrato',
  service_of_mailvet: 'Usi un servizio mailvet di questa versione o più recente',
  write_policy: 'Ne scriva uno, o indichi un altro file con {command}',
  base_url_as: 'La indichi come https://host o https://host/percorso',
  save_as_csv: 'Lo apra in un foglio di calcolo, lo salvi come «CSV UTF-8» e indichi quel file',
  save_workbook_as_csv: 'Lo salvi come «CSV UTF-8» da un foglio di calcolo e indichi quel file',
  broken_workbook: 'È danneggiata, ha una password o non è una cartella di lavoro',
  csv_any_size: 'Un file CSV può avere qualsiasi dimensione',
  remove_password: 'Tolga la password nel programma che l’ha impostata',
  with_gunzip: 'Lo decomprima prima con gunzip',
  plain_text: 'Lo salvi come testo semplice',
  table_as_csv: 'Esporti la tabella come CSV',
  lists_inside: 'Lo decomprima e indichi le liste contenute: se ne possono indicare più alla volta',
  name_by_number: 'La indichi con il suo numero: {command}',
  is_it_a_list: 'È davvero una lista? --input-format csv, lines, json o jsonl dice che cos’è',
  json_forms: 'Indichi un array di stringhe o oggetti, o un tale valore per riga (JSONL)',
  name_form:
    'Chiami il file .csv, .tsv, .json, .jsonl o .xlsx, con .gz o .zst in fondo per comprimerlo',
  name_report_form: 'Chiami il file .html, .md o .json',
  stops_behind_request:
    'Si ferma dopo la richiesta in corso e annulla ciò che ha inviato; oppure lo termini e annulli di nuovo',
  look_again:
    'La ripresa lo cerca di nuovo; con --resend-unknown viene inviato di nuovo (può essere addebitato due volte). Per continuare: {command}',
  share_of_rows: 'Per una quota di righe non recapitabili: {command}',
  service_or_operator: 'L’errore è del servizio: riprovi più tardi, o lo segnali al gestore',
};
