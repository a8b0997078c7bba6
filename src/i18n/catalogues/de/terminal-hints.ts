import type { TranslatedArea } from '../../catalogue.ts';
import type { terminalHints as english } from '../en/terminal-hints.ts';

export const terminalHints: TranslatedArea<typeof english> = {
  add_yes: 'Mit --yes entfällt die Frage',
  on_machine: '{command} auf dem Rechner des Dienstes',
  see: 'Siehe: {command}',
  name_file: 'Geben Sie eine Datei an, oder leiten Sie eine Liste an stdin',
  give_addresses: 'Geben Sie Adressen als Argumente an, oder eine je Zeile an stdin',
  give_list_file: 'Geben Sie eine CSV-, Text-, JSON- oder JSONL-Datei mit E-Mail-Adressen an',
  only_header:
    'Die Datei hat nur eine Kopfzeile. Ist die erste Zeile eine Adresse, ergänzen Sie --no-header',
  misread:
    'Wurde die Liste falsch gelesen, ergänzen Sie --encoding, --delimiter oder --input-format; --column nimmt nur eine Spalte mit Adressen',
  name_column:
    'Geben Sie sie mit {command} an, etwa {command2}; mehrfach möglich. {command3} nimmt die erste gefüllte',
  name_it: 'Geben Sie es mit {command} an',
  give_column_header: 'Geben Sie einen Namen oder eine Nummer ab 1 an: Die Spalten sind {text}',
  give_column_near:
    'Meinten Sie „{name}“? Geben Sie einen Namen oder eine Nummer ab 1 an: Die Spalten sind {text}',
  give_sheet: 'Geben Sie einen Namen oder eine Nummer ab 1 an: Die Tabellenblätter sind {text}',
  addresses_are_in: 'Adressen sind in: {text}',
  other_encoding:
    '{command}, wenn die Datei aus einem älteren Programm stammt, oder speichern Sie sie als UTF-8',
  export_csv: 'Exportieren Sie die Liste als CSV aus dem Programm, mit dem sie erstellt wurde',
  unpack_first: 'Entpacken Sie es, und geben Sie die Liste darin an',
  close_quote:
    'Schließen oder entfernen Sie das Anführungszeichen (") in Zeile {line}, und versuchen Sie es noch einmal',
  get_file_again:
    'Laden Sie die Datei noch einmal, oder öffnen und speichern Sie sie in einer Tabellenkalkulation',
  replace_or_elsewhere:
    'Ersetzen Sie sie mit --force, oder schreiben Sie mit {command} woandershin',
  create_or_elsewhere: 'Legen Sie ihn an, oder schreiben Sie mit {command} woandershin',
  write_elsewhere: 'Schreiben Sie mit {command} woandershin',
  room_or_elsewhere: 'Schaffen Sie dort Platz, oder schreiben Sie mit {command} woandershin',
  larger_input: 'Erlauben Sie mehr mit {command}, zum Beispiel {command2}',
  to_file: 'Schreiben Sie sie in eine Datei: {command}',
  nothing_sent_more:
    'Es wurde nichts gesendet. Erhöhen Sie --max-addresses, oder senden Sie einen Teil mit {command}',
  nothing_sent_all_meant:
    'Es wurde nichts gesendet. Bestätigen, dass alle gemeint sind: {command}; eine Liste prüft besser: {command2}',
  first_verified_all_meant:
    'Die ersten {count, number} wurden geprüft. Bestätigen, dass alle gemeint sind: {command}; eine Liste prüft besser: {command2}',
  nothing_sent_meant:
    'Es wurde nichts gesendet. Bestätigen Sie es: {command}; oder sehen Sie nach, was gesendet würde: {command2}',
  nothing_sent_go_on:
    'Es wurde nichts gesendet: Fortsetzen mit {command}, oder verfolgen mit {command2}; --again sendet sie neu',
  nothing_sent_results:
    'Es wurde nichts gesendet: Die Ergebnisse gibt es noch einmal mit {command} oder {command2}; --again sendet sie neu',
  send_rest: 'Den Rest senden: {command}',
  send_rest_or_anew: 'Den Rest senden: {command}; --again sendet sie neu',
  send_them: 'Senden mit: {command}',
  go_on_with: 'Fortsetzen mit: {command}',
  once_plan_allows: 'Sobald das Kontingent es zulässt, fortsetzen mit: {command}',
  raise_plan:
    'Erhöhen Sie das Kontingent, oder warten Sie auf den nächsten Zeitraum, und machen Sie dann weiter',
  results_so_far_retry: 'Die bisherigen Ergebnisse wurden geschrieben. Den Rest prüft: {command}',
  results_so_far: 'Die bisherigen Ergebnisse wurden geschrieben',
  written_doctor:
    'Die bisherigen Ergebnisse wurden geschrieben. Starten Sie {command}; ist das behoben, fortsetzen mit: {command2}',
  not_kept: 'Unbekanntes wird nicht gespeichert: Prüfen Sie noch einmal, sobald das behoben ist',
  nothing_lost_elsewhere: 'Nichts ist verloren: {command} schreibt die Ergebnisse woandershin',
  jobs_list_shows: 'mailvet jobs list zeigt {fault}',
  shows_resumable: 'was sich fortsetzen lässt',
  shows_all: 'alle',
  see_jobs: 'Die vorhandenen zeigt: mailvet jobs list',
  leave_out_service: 'Lassen Sie Schlüssel und Basis-URL weg',
  give_service: 'Geben Sie --base-url {url} und seinen Schlüssel an',
  wait_until_ended: 'Warten Sie, bis es fertig ist, oder beenden Sie es zuerst',
  only_pending: 'Nur ein wartender oder laufender Batch lässt sich abbrechen',
  batch_list_shows: 'mailvet batch list zeigt die vorhandenen',
  whoami_login:
    'mailvet whoami sagt, welcher Schlüssel verwendet wird und woher er kommt; mailvet login speichert einen anderen',
  login_stores:
    'mailvet login speichert einen; oder verwenden Sie {command}, oder setzen Sie MAILVET_API_KEY',
  add_base_url:
    'Ergänzen Sie {command}, oder setzen Sie MAILVET_BASE_URL; ohne Schlüssel arbeitet der eingebaute Dienst',
  use_https:
    'Verwenden Sie https, oder --allow-insecure-http, wenn jeder auf dem Weg den Schlüssel lesen darf',
  login_with_key: 'mailvet login --with-key liest ihn von stdin',
  give_base_url: 'Geben Sie {command} an',
  check_connection: 'Prüfen Sie Basis-URL und Verbindung; mailvet doctor untersucht beides',
  check_proxy: 'Prüfen Sie HTTPS_PROXY, HTTP_PROXY und NO_PROXY',
  busy_later: 'Der Dienst ist vielleicht ausgelastet: Versuchen Sie es später noch einmal',
  service_side: 'Der Fehler liegt beim Dienst: Versuchen Sie es später noch einmal',
  try_later: 'Versuchen Sie es später noch einmal',
  try_later_fewer: 'Versuchen Sie es später noch einmal, oder mit kleinerem --concurrency',
  try_then: 'Versuchen Sie es dann noch einmal; mit längerem --timeout wird darauf gewartet',
  more_time: 'Geben Sie mehr Zeit, oder fragen Sie später noch einmal',
  is_base_url: 'Ist die Basis-URL die eines Prüfdienstes?',
  final_address:
    'Umleitungen wird mit dem Schlüssel nicht gefolgt: Geben Sie die endgültige Adresse als Basis-URL an',
  plain_http:
    'Er spricht unverschlüsseltes HTTP: Schreiben Sie http:// statt https://, oder geben Sie seinen TLS-Port an',
  trusts_ca: '{command} vertraut einer eigenen Zertifizierungsstelle',
  run_embedded:
    'Starten Sie es ohne Schlüssel und Basis-URL, oder auf dem Rechner des Dienstes; Ergebnisse eines mailvet-Dienstes tragen ihren Grund als detail',
  verify_with: 'Prüfen mit: {command}',
  verify_file_with: 'Eine Datei prüfen: {command}; eine Pipe: {command2}',
  name_files_or_mail: 'Geben Sie Dateien oder Ordner an, oder leiten Sie Nachrichten an stdin',
  give_mail:
    'Geben Sie Nachrichten (mbox, Maildir, .eml) oder CSV oder JSON eines Anbieters an: siehe {command}',
  give_results: 'Geben Sie die Ergebnisse eines Prüfdienstes so an, wie er sie exportiert',
  give_results_file:
    'Geben Sie eine Datei von mailvet an, oder den Export eines anderen Prüfdienstes mit dessen Spalten',
  extension_of_mailvet:
    'Das ist eine Erweiterung von mailvet: Aktualisieren Sie den Dienst, oder verwenden Sie den eingebauten',
  service_of_mailvet: 'Verwenden Sie einen Dienst von mailvet in dieser oder einer neueren Version',
  write_policy: 'Schreiben Sie eine, oder geben Sie eine andere Datei mit {command} an',
  base_url_as: 'Geben Sie sie als https://host oder https://host/pfad an',
  save_as_csv:
    'Öffnen Sie sie in einer Tabellenkalkulation, speichern Sie sie als „CSV UTF-8“, und geben Sie diese Datei an',
  save_workbook_as_csv:
    'Speichern Sie sie aus einer Tabellenkalkulation als „CSV UTF-8“, und geben Sie diese Datei an',
  broken_workbook: 'Sie ist beschädigt, hat ein Kennwort oder ist gar keine Arbeitsmappe',
  csv_any_size: 'Eine CSV-Datei darf beliebig groß sein',
  remove_password: 'Entfernen Sie das Kennwort in dem Programm, mit dem es gesetzt wurde',
  with_gunzip: 'Entpacken Sie es zuerst mit gunzip',
  plain_text: 'Speichern Sie es als reinen Text',
  table_as_csv: 'Exportieren Sie die Tabelle als CSV',
  lists_inside:
    'Entpacken Sie es, und geben Sie die Listen darin an: Mehrere auf einmal sind möglich',
  name_by_number: 'Geben Sie sie mit ihrer Nummer an: {command}',
  is_it_a_list:
    'Ist es überhaupt eine Liste? --input-format csv, lines, json oder jsonl sagt, was es ist',
  json_forms:
    'Geben Sie ein Array aus Zeichenketten oder Objekten an, oder einen solchen Wert je Zeile (JSONL)',
  name_form:
    'Nennen Sie die Datei .csv, .tsv, .json, .jsonl oder .xlsx, mit .gz oder .zst dahinter wird sie gepackt',
  name_report_form: 'Nennen Sie die Datei .html, .md oder .json',
  stops_behind_request:
    'Er hält nach der laufenden Anfrage an und bricht Gesendetes ab; oder beenden Sie ihn, und brechen Sie noch einmal ab',
  look_again:
    'Beim Fortsetzen wird noch einmal gesucht; mit --resend-unknown wird er erneut gesendet (kann doppelt berechnet werden). Fortsetzen mit: {command}',
  share_of_rows: 'Für einen Anteil unzustellbarer Zeilen: {command}',
  service_or_operator:
    'Der Fehler liegt beim Dienst: Versuchen Sie es später noch einmal, oder melden Sie es dem Betreiber',
};
