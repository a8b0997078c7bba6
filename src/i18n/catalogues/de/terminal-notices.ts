import type { TranslatedArea } from '../../catalogue.ts';
import type { terminalNotices as english } from '../en/terminal-notices.ts';

export const terminalNotices: TranslatedArea<typeof english> = {
  named: '{name}: {fault}',
  embedded:
    'Kein API-Schlüssel und keine Basis-URL: Der eingebaute Dienst (embedded service) wird verwendet ({path})',
  unknown_variable: 'Die unbekannte Variable {name} wird ignoriert. Meinten Sie {other}?',
  unknown_variable_see: 'Die unbekannte Variable {name} wird ignoriert. Siehe: {command}',
  judging_by: 'Bewertet nach {path}',
  repaired: '{path} war für andere lesbar: Jetzt gehört die Datei Ihnen allein',
  reading: '{name} wird gelesen …',
  writing_results: 'Die Ergebnisse werden geschrieben …',
  cancelling: '{name} wird abgebrochen …',
  looking_up_hosts: 'Mailserver werden gesucht …',
  waiting_for_service: 'Warten auf den Dienst …',
  done_so_far: '{count, number} fertig …',
  messages_read: '{read, number} Nachrichten gelesen: {outcomes, number} Zustellergebnisse',
  header_line: 'Die Kopfzeile ist Zeile {line}; die Zeilen darüber bleiben, wie sie sind',
  using_columns: 'Spalte „{name}“ und Spalte „{other}“ werden verwendet',
  using_unnamed: '{fault} wird verwendet',
  using_first_filled: 'Verwendet wird die erste gefüllte von {text}',
  other_column: 'Auch Spalte „{name}“ enthält Adressen; ergänzen Sie: {command}',
  other_columns:
    'Auch Spalte „{name}“ und Spalte „{other}“ enthalten Adressen; ergänzen Sie: {command}',
  read_as: 'Die Liste wird als {encoding} gelesen; Ergebnisse werden als UTF-8 mit BOM geschrieben',
  encoding_doubt:
    'Die Zeichenkodierung ist nicht sicher: Wenn „{word}“ eigentlich „{other}“ heißt, ergänzen Sie {command}',
  encoding_wrong:
    'Die Zeichenkodierung ist nicht sicher: Wenn „{word}“ falsch ist, ergänzen Sie {command}',
  ragged_row:
    'Zeile {line} hat {cells, plural, one {# Zelle} other {# Zellen}}, die Kopfzeile {expected}; die Zeile bleibt, wie sie ist',
  ragged_rows:
    'Zeile {line} hat {cells, plural, one {# Zelle} other {# Zellen}}, die Kopfzeile {expected}; auch {others, plural, one {# andere Zeile weicht} other {# andere Zeilen weichen}} ab; die Zeilen bleiben, wie sie sind',
  ragged_first_row:
    'Zeile {line} hat {cells, plural, one {# Zelle} other {# Zellen}}, die erste Zeile {expected}; die Zeile bleibt, wie sie ist',
  table_row:
    'Zeile {line} ist eine Tabellenzeile zwischen Zeilen mit je einer Adresse: Ihr Inhalt wird nicht geprüft. Legen Sie dafür eine eigene Liste an',
  using_sheet: 'Tabellenblatt „{name}“ wird verwendet',
  other_sheet: 'Auch Tabellenblatt „{name}“ enthält Adressen: {command} liest es',
  several_columns: 'Mehrere Spalten enthalten Adressen:',
  choice_column: '  {number}) „{name}“: {count, plural, one {# Adresse} other {# Adressen}}',
  choice_both: '  {number}) beide',
  choice_all: '  {number}) alle',
  which_encoding: 'Die Zeichenkodierung ist nicht sicher:',
  which_one: 'Welche (1 bis {count})?',
  yes_no: '[j/N]',
  verify_question: '{count, plural, one {# Adresse} other {# Adressen}} prüfen?',
  some_need_network:
    '{needing, plural, one {# von {total, number} Adressen braucht} other {# von {total, number} Adressen brauchen}} DNS und Mailserver; die übrigen werden trotzdem geprüft',
  go_on_question: 'Weitermachen?',
  erase_question:
    '{count, plural, one {# Auftrag} other {# Aufträge}} mit Adressen und Ergebnissen löschen?',
  erased: '{count, plural, one {# Auftrag} other {# Aufträge}} gelöscht',
  answer_c: 'Antworten Sie c, um zuerst ihre Batches abzubrechen; y lässt sie weiterlaufen',
  unfinished_unwritten:
    '{id} ({name}) ist nicht fertig: Die Ergebnisse sind nicht geschrieben. Gelöscht lässt es sich nicht fortsetzen',
  unfinished_unsent:
    '{id} ({name}) ist nicht fertig: {count, plural, one {# Adresse ist} other {# Adressen sind}} nicht gesendet. Gelöscht lässt es sich nicht fortsetzen',
  unfinished_open:
    '{id} ({name}) ist nicht fertig: Die Ergebnisse von {count, plural, one {# Batch} other {# Batches}} sind nicht hier. Gelöscht lässt es sich nicht fortsetzen',
  unfinished_open_unsent:
    '{id} ({name}) ist nicht fertig: Die Ergebnisse von {batches, plural, one {# Batch} other {# Batches}} sind nicht hier, {count, plural, one {# Adresse ist} other {# Adressen sind}} nicht gesendet. Gelöscht lässt es sich nicht fortsetzen',
  batches_go_on:
    '{id} war nicht fertig: {count, plural, one {# Batch läuft} other {# Batches laufen}} beim Dienst weiter: {command}',
  quota_share:
    '{percent} % der Prüfungen dieses Monats sind verbraucht: {used, number} von {quota, number}',
  service_waits: 'Der Dienst bittet um Geduld: Weiter in {time}',
  problem_dns_failure:
    'DNS antwortet nicht, daher sind keine Mailserver zu finden. Adressen bleiben unbekannt und gelten nicht als tot; siehe: {fault}',
  problem_dns_untrusted:
    'DNS liefert hier falsche Antworten, daher werden sie ignoriert. Adressen bleiben unbekannt und gelten nicht als tot; siehe: {fault}',
  problem_port_25:
    'Kein Mailserver ist erreichbar: Der ausgehende Port 25 ist gesperrt. Adressen bleiben unbekannt und gelten nicht als tot; siehe: {fault}',
  problem_blocked:
    'Die meisten Anbieter weisen diesen Server ab: Seine IP-Adresse steht auf einer Sperrliste. Adressen bleiben unbekannt und gelten nicht als tot; siehe: {fault}',
  provider_braked:
    '{provider} weist immer mehr Sitzungen ab ({refusals} der letzten {sessions}): Es werden nur noch halb so viele geöffnet',
  provider_rests:
    '{provider} weist weiter immer mehr ab: {time} lang wird dort nicht gefragt, und was übrig ist, bleibt unbekannt',
  own_address_listed:
    '{address}, unsere eigene Adresse, steht auf der Sperrliste {list}: Es werden nur halb so viele Sitzungen geöffnet (mehr mit mailvet doctor)',
  database_migrated: 'Datenbank {version}. Eine Kopie des alten Standes: {path}',
  embedded_error: 'Im eingebauten Dienst trat ein Fehler auf: {text} (seine Datenbank ist {path})',
  several_addresses:
    '{count, plural, one {# Zeile} other {# Zeilen}} mit mehreren Adressen in einer Zelle: {command} prüft jede',
  cut_cells:
    '{count, plural, one {# Zelle der Liste wurde} other {# Zellen der Liste wurden}} auf die 32.767 Zeichen gekürzt, die eine Arbeitsmappe fasst: {command} behält alle',
  best_of_columns: 'Jede Zeile zählt nach ihrer besten Adresse aus {text}',
  best_of_cell: 'Eine Zeile mit mehreren Adressen zählt nach der besten',
  sent_again:
    'Erneut gesendet: {batches, plural, one {# Batch} other {# Batches}} ({count, plural, one {# Adresse} other {# Adressen}}), deren Antwort verloren ging und die der Dienst nicht aufführte (doppelt berechnet, falls sie schon angekommen waren)',
  check_failed: 'Prüfung nicht bestanden: {fault}',
  fails_deliverable:
    '{count, plural, one {# zustellbare Adresse} other {# zustellbare Adressen}} ({command})',
  fails_risky: '{count, plural, one {# riskante Adresse} other {# riskante Adressen}} ({command})',
  fails_undeliverable:
    '{count, plural, one {# unzustellbare Adresse} other {# unzustellbare Adressen}} ({command})',
  fails_unknown:
    '{count, plural, one {# unbekannte Adresse} other {# unbekannte Adressen}} ({command})',
  fails_share: '{share} unzustellbar, mehr als {most} % (--max-undeliverable)',
  fails_score: 'die niedrigste Punktzahl ist {score}, unter {least} (--min-score)',
  follow_with: 'Verfolgen mit: {command}',
  not_begun: 'Nicht begonnen: {text}',
  resuming: '{id} wird fortgesetzt, es war unterbrochen: {name} vom {time} UTC',
  resuming_same:
    '{id} wird fortgesetzt, es war unterbrochen: {name} vom {time} UTC, mit demselben Inhalt wie {other}',
  verified_already:
    'Diese Liste wurde schon geprüft ({age}, {id}): Deren Ergebnisse werden verwendet. --again prüft sie neu',
  was_cancelled: '{id} wurde am {time} UTC abgebrochen: Weiter mit dem, was nicht gesendet war',
  to_be_verified:
    'Zu prüfen: {wanted, number} von {count, plural, one {# Adresse} other {# Adressen}}; die anderen sind bekannt',
  verifying_again:
    'Erneut geprüft: {count, plural, one {# unbekannte Adresse} other {# unbekannte Adressen}} aus {name}',
  nothing_unknown: 'Keine Adresse ist unbekannt: Es gibt nichts erneut zu prüfen',
  nothing_unknown_reason:
    'Keine Adresse ist aus diesem Grund unbekannt ({command}): Es gibt nichts erneut zu prüfen',
  cancelled_batches: '{count, plural, one {# Batch} other {# Batches}} abgebrochen',
  ended_already: '{id} war schon beendet: Status {status}',
  unsent_rest:
    '{id}: {count, plural, one {# Adresse} other {# Adressen}} nicht gesendet. Den Rest senden: {command}',
  answer_lost_found: 'Eine Antwort ging verloren, aber der Batch ist da: {id}',
  answer_missing:
    'Die Antwort auf einen Batch fehlt: Der Batch wird beim Dienst gesucht, höchstens {time} lang',
  sending_unsent: 'Der Batch, der unterwegs war, ist nicht beim Dienst: Er wird gesendet',
  sending_again_key:
    'Ein Batch ohne Antwort wird erneut gesendet: Sein Schlüssel verhindert, dass er doppelt berechnet wird',
  sending_again_listed:
    'Ein Batch, dessen Antwort verloren ging, steht nicht in der aktuellen Liste des Dienstes: Er wird erneut gesendet',
  sending_again_unknown:
    'Ein Batch, dessen Antwort verloren ging, wird erneut gesendet (--resend-unknown): Er kann doppelt berechnet werden',
  poll_failed: 'Eine Abfrage schlug fehl ({text}); die Batches laufen weiter, neuer Versuch',
  stopping_run: 'Wird beendet: Auf Laufendes wird noch gewartet; ein zweites Mal beendet sofort',
  stdin_header: 'Zeile {line} von stdin benennt die Spalte ({text}): Sie wird ausgelassen',
  bounced_notice:
    'Mail an sie kam am {day} zurück: {text}. Deshalb sagt mailvet verify unzustellbar (bounced)',
  due: 'Fällig: {due, number} von {count, plural, one {# Adresse} other {# Adressen}}',
  verifies_these: '{command} --due --wait prüft nur diese',
  diff_counts:
    'Schlechter: {worse, number}, besser: {better, number}, sonst anders: {other, number}, hinzugekommen: {added, number}, entfallen: {removed, number}, gleich: {same, number}',
  diff_columns:
    'Verglichen: {path} nach {text}; {path2} nach {text2}. Adressen einer Spalte, die nur eine der Listen hat, gelten als hinzugekommen oder entfernt; um eine Spalte zu vergleichen, prüfen Sie beide Listen mit deren --column',
  diff_failed: '{count, number} {change} ({command})',
  rows_left_out:
    '{name}: {count, plural, one {# Zeile} other {# Zeilen}} ausgelassen, Zeile {line}: {text}',
  outcomes_head:
    'Zustellergebnisse: {outcomes, number} aus {read, plural, one {# Nachricht oder Eintrag} other {# Nachrichten und Einträgen}}',
  kind_delivered: 'zugestellt: {count, number}',
  kind_no_mailbox: 'kein Postfach: {count, number}',
  kind_full: 'Postfach voll: {count, number}',
  kind_disabled: 'Postfach deaktiviert: {count, number}',
  kind_blocked: 'abgewiesen: {count, number}',
  kind_deferred: 'aufgeschoben: {count, number}',
  kind_complaint: 'Beschwerde: {count, number}',
  kind_hard: 'harter Bounce: {count, number} (unzustellbar: Der Anbieter hat aufgegeben)',
  kind_undecided:
    'nicht entschieden: {count, number} (nichts über das Postfach: Kein Ergebnis ändert sich)',
  without_outcome: '{count, number} ohne Zustellergebnis',
  read_before: '{count, number} schon früher gelesen',
  unreadable: '{count, number} unlesbar',
  new_outcomes: 'Neu: {count, number}',
  results_of: 'Ergebnisse von {source}: {count, plural, one {# Zeile} other {# Zeilen}}',
  results_of_unreadable:
    'Ergebnisse von {source}: {count, plural, one {# Zeile} other {# Zeilen}}, {unreadable, number} unlesbar',
  new_in_ledger: 'Neu im Verzeichnis: {count, number}',
  both_decided_none: 'Keine dieser Adressen wurde von beiden entschieden',
  same_verdict:
    'Gleiches Urteil: {same, number} von {count, plural, one {# Adresse} other {# Adressen}}, die beide entschieden haben ({share})',
  key_stored: 'Der Schlüssel {key} für {url} ist gespeichert',
  key_stored_keychain: 'Der Schlüssel {key} für {url} ist im Schlüsselbund gespeichert',
  key_stored_profile: 'Der Schlüssel {key} für {url} ist gespeichert (Profil {profile})',
  key_overridden: 'Auch MAILVET_API_KEY ist gesetzt und geht dem gespeicherten Schlüssel vor',
  key_not_for_everything: 'Der Dienst nimmt den Schlüssel an, aber nicht für alles: {fault}',
  base_url_question: 'Basis-URL des Dienstes:',
  key_question: 'API-Schlüssel für {url}:',
  no_key_stored: 'Kein Schlüssel ist gespeichert',
  key_removed: 'Der Schlüssel {key} ist entfernt',
  account_unknown: 'Das Konto ist nicht bekannt: {fault}',
  opened: '{url} geöffnet',
  listening: 'Empfang auf {url}',
  listen_secret: 'Signaturschlüssel bis zum Ende: {secret}',
  listen_ready: 'Bereit: Ereignisse des Teams {name} kommen bei {url} an',
  listen_deleted: 'Der Webhook {id} ist gelöscht',
  listen_killed: 'Der Webhook {id} eines abgewürgten Laufs ist gelöscht',
  listen_silence:
    'Noch wird nichts gesendet: Läuft ein Dienst auf dieser Datenbank, etwa {command}?',
  listen_refused: 'Eine Nachricht mit {status} abgewiesen: {fault}',
  fault_unsigned: 'die Signaturfelder von Standard Webhooks fehlen',
  fault_expired: 'ihre Zeit weicht mehr als fünf Minuten von der Uhr dieses Rechners ab',
  fault_wrong: 'ihre Signatur ist falsch: anderer Schlüssel oder veränderter Inhalt',
  error_label: 'Fehler:',
  now_in: 'jetzt in {path}',
  by_verdict_in: 'nach Urteil in {path}',
  report_in: 'Bericht in {path}',
  report_in_two: 'Bericht in {path} und {path2}',
  lists: '{count, plural, one {# Liste} other {# Listen}}',
  lists_of: '{some, number} von {count, plural, one {# Liste} other {# Listen}}',
  rows_unknown_later:
    '{count, plural, one {# Zeile ist} other {# Zeilen sind}} unbekannt. Nur diese später erneut prüfen: {command}',
  rows_unknown_after:
    '{count, plural, one {# Zeile ist} other {# Zeilen sind}} unbekannt. Nur diese nach {time} erneut prüfen: {command}',
  written: 'Geschrieben: {path}',
};
