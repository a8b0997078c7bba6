import type { TranslatedArea } from '../../catalogue.ts';
import type { errorTexts as english } from '../en/error-texts.ts';

export const errorTexts: TranslatedArea<typeof english> = {
  key_too_long: 'Der Signaturschlüssel ist zu lang',
  address_first: 'Legen Sie zuerst die URL an',
  nothing_here: 'Unter diesem Pfad wurde nichts gefunden',
  page_not_found: 'Diese Seite wurde nicht gefunden',
  owners_only: 'Fragen Sie einen Inhaber des Teams: Die Seite Personen nennt sie',
  no_such_page: 'Diese Seite gibt es nicht',
  other_session:
    'Dieses Formular gehört zu einer anderen Sitzung: Gehen Sie zurück, laden Sie neu und versuchen Sie es noch einmal',
  other_origin:
    'Dieses Formular wurde nicht vom Dashboard gesendet: Gehen Sie zurück und versuchen Sie es noch einmal',
  form_unreadable: 'Das Formular konnte nicht gelesen werden',
  form_incomplete: 'Das Formular kam unvollständig an: Senden Sie es noch einmal',
  too_large: 'Was Sie gesendet haben, ist zu groß: höchstens {size}',
  database_down: 'Die Datenbank ist nicht verfügbar: Versuchen Sie es später noch einmal',
  lists_down: 'Die Listen sind nicht verfügbar: Versuchen Sie es später noch einmal',
  internal: 'Interner Fehler des Dienstes: Er wurde protokolliert',
  choose_file: 'Wählen Sie eine Datei, die Adressen enthält',
  too_many_pages: 'Zu viele Seiten verfolgen gleichzeitig den Fortschritt',
  too_many_requests: 'Zu viele Anfragen auf einmal, bitte langsamer',
  too_many_reads: 'Zu viele Abfragen auf einmal, bitte langsamer',
  disk_full: 'Die Festplatte des Dienstes ist voll: Versuchen Sie es später noch einmal',
  too_many_uploads:
    'Zu viele Listen werden gleichzeitig hochgeladen: Versuchen Sie es gleich noch einmal',
  too_slow:
    'Die Datei kam zu langsam an, mit weniger als {rate}: Versuchen Sie eine schnellere Verbindung oder eine kleinere Datei',
  of_file: '{name}: {fault}',
  list_without_address: 'Die Liste hat keine Adresse zum Prüfen',
  list_file_missing: 'Die Datei dieser Liste fehlt auf dem Rechner des Dienstes',
  lists_storage_full:
    'Die Listen des Teams würden mehr als {size} auf der Festplatte belegen: Löschen Sie Listen, die Sie heruntergeladen haben',
  choose_column: 'Wählen Sie eine Spalte',
  list_name_missing: 'Eine Liste braucht einen Namen',
  name_too_long: 'Der Name darf höchstens {most, number} Zeichen haben',
  folder_too_long: 'Der Ordnername darf höchstens {most, number} Zeichen haben',
  not_read_yet: '{name} ist noch nicht gelesen',
  no_report_yet: '{name} hat noch keinen Bericht',
  too_many_links:
    'Eine Liste kann höchstens {most, number} aktive Links haben: Widerrufen Sie einen',
  shared_link_gone:
    'Dieser Link ist abgelaufen oder wurde widerrufen: Fragen Sie den Absender nach einem neuen',
  upload_again_for_sheet: 'Laden Sie {name} noch einmal hoch, um auch „{sheet}“ zu prüfen',
  no_address_in_text: 'Der Text enthält keine E-Mail-Adresse',
  wrong_password: 'Das aktuelle Passwort ist falsch',
  password_link_gone:
    'Dieser Link ist abgelaufen oder wurde benutzt: Bitten Sie die Person, von der Sie ihn haben, um einen neuen',
  wait_a_minute: 'Zu viele Fehlversuche: Warten Sie eine Minute und versuchen Sie es noch einmal',
  wait_minutes:
    'Zu viele Fehlversuche: Warten Sie {count, number} Minuten und versuchen Sie es noch einmal',
  wait_hours:
    'Zu viele Fehlversuche: Warten Sie {count, number} Stunden und versuchen Sie es noch einmal',
  in_team_already: '{email} ist schon im Team',
  invitation_gone:
    'Diese Einladung ist abgelaufen oder wurde benutzt: Bitten Sie den Absender um eine neue',
  sign_ins_busy:
    'Zu viele Personen melden sich gleichzeitig an: Versuchen Sie es gleich noch einmal',
  password_guessable:
    'Dieses Passwort ist leicht zu erraten: Verwenden Sie ein paar zufällige Wörter',
  no_email: 'Das ist keine E-Mail-Adresse',
  last_owner: 'Ein Team braucht mindestens einen Inhaber',
  account_changed: 'Das Konto wurde inzwischen geändert: Melden Sie sich noch einmal an',
  setup_gone:
    'Dieser Einrichtungslink ist abgelaufen oder wurde benutzt: Solange es noch kein Konto gibt, gibt der Dienst bei jedem Start einen neuen aus',
  scope_missing: 'Ein Schlüssel braucht mindestens ein Recht',
  key_expired: 'Dieser Schlüssel wäre schon abgelaufen: Wählen Sie einen späteren Tag',
  over_quota: 'Das Prüfkontingent des Teams für diesen Monat lässt nicht so viele zu',
  stopping: 'Der Dienst wird beendet',
  batch_not_found: 'Batch nicht gefunden',
  webhook_event_missing: 'Ein Webhook braucht mindestens ein Ereignis',
  webhook_url_form: 'Schreiben Sie die URL als https://hooks.example.com/mailvet',
  webhook_url_user:
    'Eine Webhook-URL hat weder Benutzernamen noch Passwort: Prüfen Sie stattdessen die Signatur',
  webhook_url_long: 'Eine Webhook-URL darf höchstens {most, number} Zeichen haben',
  too_many_webhooks: 'Ein Team kann höchstens {most, number} Webhooks haben',
  webhook_disabled: 'Dieser Webhook ist deaktiviert: Aktivieren Sie ihn zuerst',
  is_empty: '{name} ist leer',
  no_such_column: 'Die Liste hat keine Spalte „{name}“',
  not_a_text_file: '{name} ist keine Textdatei: Sie enthält NUL-Bytes',
  damaged_workbook: '{name} ist eine beschädigte Arbeitsmappe',
  only_header:
    'Die Datei hat nur eine Kopfzeile. Wenn ihre erste Zeile eine Adresse ist, fügen Sie darüber eine Kopfzeile ein',
  tick_a_typo: 'Wählen Sie mindestens einen Tippfehler aus',
  decided_already: 'Das ist schon entschieden, oder die Datei hat keinen solchen Teil',
  too_large_policy: 'Die Regeln sind größer als {most, number} kB',
  faulty_policy:
    'Die Regeln Ihres Teams haben einen Fehler: Ein Inhaber muss sie berichtigen (Einstellungen, Regeln)',
  too_many_decisions:
    'Ein Team kann {most, number} Entscheidungen behalten: Entfernen Sie zuerst einige',
  watch_days: 'Geben Sie eine Anzahl von Tagen von 1 bis {most, number} ein',
  password_short: 'Das Passwort braucht mindestens {least, number} Zeichen',
  password_long: 'Das Passwort darf höchstens {most, number} Zeichen haben',
  nobody: 'Niemand meldet sich als {email} an',
  column_chosen: 'Die Spalte dieser Liste ist schon gewählt',
  not_running: '{name} läuft nicht',
  not_ended: '{name} ist weder abgeschlossen noch abgebrochen',
  not_completed: '{name} ist nicht abgeschlossen',
  cancelled_meanwhile: '{name} wurde inzwischen abgebrochen',
  none_unknown: 'Keine Adresse von {name} ist unbekannt',
  none_undecided: 'Keine Adresse von {name} ist noch offen',
  share_days: 'Ein Link ist {days} Tage lang offen',
  webhook_https_only:
    'Verwenden Sie https: http wird nur in Netze gesendet, die der Betreiber freigibt',
  webhook_not_public:
    '{host} liegt nicht im öffentlichen Internet: Verwenden Sie eine öffentliche Adresse, oder lassen Sie den Betreiber das Netz freigeben',
  batch_ended_completed: 'Ein abgeschlossener Batch kann nicht abgebrochen werden',
  batch_ended_cancelled: 'Ein abgebrochener Batch kann nicht noch einmal abgebrochen werden',
  batch_ended_failed: 'Ein fehlgeschlagener Batch kann nicht abgebrochen werden',
  too_many_batches:
    'Mehr offene Batches sind nicht möglich ({most, number} je Team): Versuchen Sie es wieder, wenn einer beendet ist',
  storage_full:
    'Der Speicher des Teams ist voll ({used} von {limit}): Löschen Sie Batches oder Listen, die nicht mehr gebraucht werden, oder bitten Sie den Betreiber um mehr',
  sandbox_full:
    'Die Sandbox behält {size} an Batches eines Teams 24 Stunden lang, und sie sind aufgebraucht: Löschen Sie einige davon, oder warten Sie',
  no_suppression: '„{text}“ ist weder eine Adresse noch @ und eine Domain',
  no_rows: '{name} hat keine Zeilen',
  no_email_column: '{name} hat keine E-Mail-Spalte: Keine Zelle sieht wie eine Adresse aus',
  no_list: '{name} ist keine Liste',
  not_workbook: '{name} ist keine Arbeitsmappe',
  open_quote: 'Das Anführungszeichen, das in Zeile {line} beginnt, verschluckt die Zeilen dahinter',
  close_quote:
    'Schließen oder entfernen Sie das Anführungszeichen (") in Zeile {line}, und versuchen Sie es noch einmal',
  invalid_json: 'Die Liste ist kein gültiges JSON: siehe Zeile {line}',
  large_workbook:
    '{name} ist eine zu große Arbeitsmappe: Speichern Sie sie als CSV, das beliebig groß sein darf',
  unreadable_workbook: '{name} ist eine Arbeitsmappe, die nicht gelesen werden kann',
  save_as_csv:
    'Sie ist beschädigt, hat ein Passwort oder ist doch keine Arbeitsmappe: Speichern Sie sie als CSV',
  cannot_unpack: '{name} kann nicht entpackt werden: Die Datei ist beschädigt oder abgeschnitten',
  several_lists:
    '{name} enthält mehrere Dateien: Entpacken Sie sie, und laden Sie die Listen einzeln hoch',
  too_many_rows: 'Eine Liste darf hier {most} Zeilen haben; die Kommandozeile nimmt längere',
  unlike_a_list: 'Die Datei zu lesen dauert zu lange: Sie sieht nicht wie eine Liste aus',
  misread:
    'Wenn die Datei falsch gelesen wurde, speichern Sie sie als CSV in UTF-8 und laden Sie sie noch einmal hoch',
  get_again:
    'Besorgen Sie die Datei noch einmal, oder öffnen Sie sie in einer Tabellenkalkulation und speichern Sie sie neu',
  give_addresses: 'Geben Sie eine CSV-, Text-, JSON- oder JSONL-Datei mit E-Mail-Adressen',
  known_columns: 'Geben Sie einen Namen oder eine Nummer von 1 bis {most, number} an: {columns}',
  number_of_column:
    'Geben Sie eine Nummer von 1 bis {most, number} an: Die Liste hat keine Kopfzeile',
};
