import type { TranslatedArea } from '../../catalogue.ts';
import type { terminalNotices as english } from '../en/terminal-notices.ts';

export const terminalNotices: TranslatedArea<typeof english> = {
  named: '{name}: {fault}',
  embedded:
    'Nessuna chiave API e nessun URL di base: si usa il servizio integrato (embedded service) ({path})',
  unknown_variable: 'La variabile sconosciuta {name} viene ignorata. Intendeva {other}?',
  unknown_variable_see: 'La variabile sconosciuta {name} viene ignorata. Vedere: {command}',
  judging_by: 'Valutazione secondo {path}',
  repaired: '{path} era leggibile da altri: ora solo Lei può leggerlo',
  reading: 'Lettura di {name} …',
  writing_results: 'Scrittura dei risultati …',
  cancelling: 'Annullamento di {name} …',
  looking_up_hosts: 'Ricerca dei server di posta …',
  waiting_for_service: 'In attesa del servizio …',
  done_so_far: '{count, number} fatti …',
  messages_read: '{read, number} messaggi letti: {outcomes, number} esiti',
  header_line: 'L’intestazione è la riga {line}; le righe sopra restano come sono',
  using_columns: 'Si usano le colonne «{name}» e «{other}»',
  using_unnamed: 'Si usa la {fault}',
  using_first_filled: 'Si usa la prima compilata tra {text}',
  other_column: 'Anche la colonna «{name}» contiene indirizzi; aggiunga: {command}',
  other_columns: 'Anche le colonne «{name}» e «{other}» contengono indirizzi; aggiunga: {command}',
  read_as: 'La lista è letta come {encoding}; i risultati sono scritti in UTF-8 con BOM',
  encoding_doubt:
    'La codifica non è certa: se «{word}» dovrebbe essere «{other}», aggiunga {command}',
  encoding_wrong: 'La codifica non è certa: se «{word}» è sbagliato, aggiunga {command}',
  ragged_row:
    'La riga {line} ha {cells, plural, one {# cella} other {# celle}}, l’intestazione {expected}; la riga resta com’è',
  ragged_rows:
    'La riga {line} ha {cells, plural, one {# cella} other {# celle}}, l’intestazione {expected}; anche {others, plural, one {# altra riga differisce} other {# altre righe differiscono}}; le righe restano come sono',
  ragged_first_row:
    'La riga {line} ha {cells, plural, one {# cella} other {# celle}}, la prima riga {expected}; la riga resta com’è',
  table_row:
    'La riga {line} è una riga di tabella tra righe di un solo indirizzo: il suo contenuto non viene verificato. La metta in una lista a parte',
  using_sheet: 'Si usa il foglio «{name}»',
  other_sheet: 'Anche il foglio «{name}» contiene indirizzi: {command} lo legge',
  several_columns: 'Più colonne contengono indirizzi:',
  choice_column: '  {number}) «{name}»: {count, plural, one {# indirizzo} other {# indirizzi}}',
  choice_both: '  {number}) entrambe',
  choice_all: '  {number}) tutte',
  which_encoding: 'La codifica non è certa:',
  which_one: 'Quale (da 1 a {count})?',
  yes_no: '[s/N]',
  verify_question: 'Verificare {count, plural, one {# indirizzo} other {# indirizzi}}?',
  some_need_network:
    '{needing, plural, one {# indirizzo su {total, number} ha} other {# indirizzi su {total, number} hanno}} bisogno di DNS e server di posta; gli altri vengono verificati comunque',
  go_on_question: 'Continuare?',
  erase_question:
    'Cancellare {count, plural, one {# lavoro} other {# lavori}}, con indirizzi e risultati?',
  erased: '{count, plural, one {# lavoro cancellato} other {# lavori cancellati}}',
  answer_c: 'Risponda c per annullare prima i loro batch; y li lascia proseguire',
  unfinished_unwritten:
    '{id} ({name}) non è finito: i suoi risultati non sono scritti. Una volta cancellato non si può riprendere',
  unfinished_unsent:
    '{id} ({name}) non è finito: {count, plural, one {# indirizzo non è stato inviato} other {# indirizzi non sono stati inviati}}. Una volta cancellato non si può riprendere',
  unfinished_open:
    '{id} ({name}) non è finito: i risultati di {count, plural, one {# batch} other {# batch}} non sono qui. Una volta cancellato non si può riprendere',
  unfinished_open_unsent:
    '{id} ({name}) non è finito: i risultati di {batches, plural, one {# batch} other {# batch}} non sono qui, {count, plural, one {# indirizzo non è stato inviato} other {# indirizzi non sono stati inviati}}. Una volta cancellato non si può riprendere',
  batches_go_on:
    '{id} non era finito: {count, plural, one {# batch prosegue} other {# batch proseguono}} presso il servizio: {command}',
  quota_share:
    'È stato usato il {percent}% delle verifiche di questo mese: {used, number} di {quota, number}',
  service_waits: 'Il servizio chiede di attendere: si riprende tra {time}',
  problem_dns_failure:
    'Il DNS non risponde, quindi i server di posta non si trovano. Gli indirizzi restano sconosciuti, non morti; vedere: {fault}',
  problem_dns_untrusted:
    'Il DNS qui dà risposte false, quindi vengono ignorate. Gli indirizzi restano sconosciuti, non morti; vedere: {fault}',
  problem_port_25:
    'Nessun server di posta è raggiungibile: la porta 25 in uscita è chiusa. Gli indirizzi restano sconosciuti, non morti; vedere: {fault}',
  problem_blocked:
    'La maggior parte dei provider rifiuta questo server: il suo indirizzo IP è in una lista di blocco. Gli indirizzi restano sconosciuti, non morti; vedere: {fault}',
  provider_braked:
    '{provider} rifiuta sempre di più ({refusals} delle ultime {sessions} sessioni): se ne aprono la metà',
  provider_rests:
    '{provider} rifiuta ancora sempre di più: non viene contattato per {time}, e ciò che resta rimane sconosciuto',
  own_address_listed:
    '{address}, il nostro indirizzo, è nella lista di blocco {list}: si aprono metà delle sessioni (mailvet doctor dice di più)',
  database_migrated: 'Database {version}. Una copia dello stato precedente: {path}',
  embedded_error: 'Il servizio integrato ha avuto un errore: {text} (il suo database è {path})',
  several_addresses:
    '{count, plural, one {# riga} other {# righe}} con più indirizzi in una cella: {command} verifica ciascuno',
  cut_cells:
    '{count, plural, one {# cella della lista è stata tagliata} other {# celle della lista sono state tagliate}} ai 32.767 caratteri che una cartella di lavoro accetta: {command} li conserva tutti',
  best_of_columns: 'Ogni riga conta secondo il suo miglior indirizzo tra {text}',
  best_of_cell: 'Una riga con più indirizzi conta secondo il migliore',
  sent_again:
    'Inviato di nuovo: {batches, plural, one {# batch} other {# batch}} ({count, plural, one {# indirizzo} other {# indirizzi}}) la cui risposta è andata persa e che il servizio non elencava (addebitato due volte se era già arrivato)',
  check_failed: 'Controllo non superato: {fault}',
  fails_deliverable:
    '{count, plural, one {# indirizzo recapitabile} other {# indirizzi recapitabili}} ({command})',
  fails_risky:
    '{count, plural, one {# indirizzo a rischio} other {# indirizzi a rischio}} ({command})',
  fails_undeliverable:
    '{count, plural, one {# indirizzo non recapitabile} other {# indirizzi non recapitabili}} ({command})',
  fails_unknown:
    '{count, plural, one {# indirizzo sconosciuto} other {# indirizzi sconosciuti}} ({command})',
  fails_share: '{share} non recapitabili, oltre il {most}% (--max-undeliverable)',
  fails_score: 'il punteggio più basso è {score}, sotto {least} (--min-score)',
  follow_with: 'Per seguirli: {command}',
  not_begun: 'Non iniziati: {text}',
  resuming: 'Si riprende {id}, che era interrotto: {name} del {time} UTC',
  resuming_same:
    'Si riprende {id}, che era interrotto: {name} del {time} UTC, con lo stesso contenuto di {other}',
  verified_already:
    'Questa lista è già stata verificata ({age}, {id}): si usano i suoi risultati. --again la verifica di nuovo',
  was_cancelled:
    '{id} è stato annullato il {time} UTC: si continua con ciò che non era stato inviato',
  to_be_verified:
    'Da verificare: {wanted, number} di {count, plural, one {# indirizzo} other {# indirizzi}}; gli altri sono noti',
  verifying_again:
    'Nuova verifica: {count, plural, one {# indirizzo sconosciuto} other {# indirizzi sconosciuti}} di {name}',
  nothing_unknown: 'Nessun indirizzo è sconosciuto: non c’è nulla da riverificare',
  nothing_unknown_reason:
    'Nessun indirizzo è sconosciuto per questo motivo ({command}): non c’è nulla da riverificare',
  cancelled_batches: '{count, plural, one {# batch annullato} other {# batch annullati}}',
  ended_already: '{id} era già finito: stato {status}',
  unsent_rest:
    '{id}: {count, plural, one {# indirizzo non inviato} other {# indirizzi non inviati}}. Per inviare il resto: {command}',
  answer_lost_found: 'Una risposta è andata persa, ma il batch c’è: {id}',
  answer_missing:
    'Manca la risposta a un batch: si cerca il batch presso il servizio, per al massimo {time}',
  sending_unsent: 'Il batch in corso non è presso il servizio: viene inviato',
  sending_again_key:
    'Nuovo invio di un batch senza risposta: la sua chiave evita un doppio addebito',
  sending_again_listed:
    'Un batch la cui risposta è andata persa non è nell’elenco del servizio, che è aggiornato: nuovo invio',
  sending_again_unknown:
    'Nuovo invio di un batch la cui risposta è andata persa (--resend-unknown): può essere addebitato due volte',
  poll_failed: 'Un’interrogazione è fallita ({text}); i batch proseguono, nuovo tentativo',
  stopping_run: 'Arresto: si attende ancora ciò che è in corso; un secondo arresto termina subito',
  stdin_header: 'La riga {line} di stdin nomina la colonna ({text}): viene tralasciata',
  bounced_notice:
    'Un messaggio è stato respinto il {day}: {text}. Perciò mailvet verify dice non recapitabile (bounced)',
  due: 'Da rivedere: {due, number} di {count, plural, one {# indirizzo} other {# indirizzi}}',
  verifies_these: '{command} --due --wait verifica solo questi',
  diff_counts:
    'Peggiori: {worse, number}, migliori: {better, number}, altri: {other, number}, aggiunti: {added, number}, rimossi: {removed, number}, uguali: {same, number}',
  diff_columns:
    'Confronto: {path} per {text}; {path2} per {text2}. Gli indirizzi di una colonna che ha una sola delle liste contano come aggiunti o rimossi; per confrontare una colonna, verifichi entrambe le liste con il suo --column',
  diff_failed: '{count, number} {change} ({command})',
  rows_left_out:
    '{name}: {count, plural, one {# riga tralasciata} other {# righe tralasciate}}, riga {line}: {text}',
  outcomes_head:
    'Esiti: {outcomes, number} da {read, plural, one {# messaggio o voce} other {# messaggi e voci}}',
  kind_delivered: 'consegnati: {count, number}',
  kind_no_mailbox: 'casella inesistente: {count, number}',
  kind_full: 'casella piena: {count, number}',
  kind_disabled: 'casella disattivata: {count, number}',
  kind_blocked: 'bloccati: {count, number}',
  kind_deferred: 'rinviati: {count, number}',
  kind_complaint: 'reclami: {count, number}',
  kind_hard: 'hard bounce: {count, number} (non recapitabile: il provider ha rinunciato)',
  kind_undecided: 'non decisi: {count, number} (nulla sulla casella: nessun risultato cambia)',
  without_outcome: '{count, number} senza esito',
  read_before: '{count, number} già letti',
  unreadable: '{count, number} illeggibili',
  new_outcomes: 'Nuovi: {count, number}',
  results_of: 'Risultati di {source}: {count, plural, one {# riga} other {# righe}}',
  results_of_unreadable:
    'Risultati di {source}: {count, plural, one {# riga} other {# righe}}, {unreadable, number} illeggibili',
  new_in_ledger: 'Nuovi nel registro: {count, number}',
  both_decided_none: 'Nessuno di questi indirizzi è stato deciso da entrambi',
  same_verdict:
    'Stesso verdetto: {same, number} di {count, plural, one {# indirizzo deciso} other {# indirizzi decisi}} da entrambi ({share})',
  key_stored: 'La chiave {key} per {url} è salvata',
  key_stored_keychain: 'La chiave {key} per {url} è salvata nel portachiavi',
  key_stored_profile: 'La chiave {key} per {url} è salvata (profilo {profile})',
  key_overridden: 'Anche MAILVET_API_KEY è impostata e prevale sulla chiave salvata',
  key_not_for_everything: 'Il servizio accetta la chiave, ma non per tutto: {fault}',
  base_url_question: 'URL di base del servizio:',
  key_question: 'Chiave API per {url}:',
  no_key_stored: 'Nessuna chiave è salvata',
  key_removed: 'La chiave {key} è stata rimossa',
  account_unknown: 'L’account non è noto: {fault}',
  opened: '{url} aperto',
  listening: 'In ascolto su {url}',
  listen_secret: 'Segreto di firma fino alla fine: {secret}',
  listen_ready: 'Pronto: gli eventi del team {name} arrivano a {url}',
  listen_deleted: 'Il webhook {id} è stato eliminato',
  listen_killed: 'Il webhook {id} di un’esecuzione interrotta è stato eliminato',
  listen_silence: 'Ancora nulla viene inviato: c’è un servizio su questo database, come {command}?',
  listen_refused: 'Messaggio rifiutato con {status}: {fault}',
  fault_unsigned: 'mancano le intestazioni di firma di Standard Webhooks',
  fault_expired: 'la sua ora differisce di oltre cinque minuti dall’orologio di questa macchina',
  fault_wrong: 'la sua firma è errata: altro segreto o contenuto modificato',
  error_label: 'errore:',
  now_in: 'ora in {path}',
  by_verdict_in: 'per verdetto in {path}',
  report_in: 'rapporto in {path}',
  report_in_two: 'rapporto in {path} e {path2}',
  lists: '{count, plural, one {# lista} other {# liste}}',
  lists_of: '{some, number} di {count, plural, one {# lista} other {# liste}}',
  rows_unknown_later:
    '{count, plural, one {# riga è sconosciuta} other {# righe sono sconosciute}}. Verifichi solo queste più tardi: {command}',
  rows_unknown_after:
    '{count, plural, one {# riga è sconosciuta} other {# righe sono sconosciute}}. Verifichi solo queste dopo {time}: {command}',
  written: 'Scritto: {path}',
};
