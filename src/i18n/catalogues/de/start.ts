import type { TranslatedArea } from '../../catalogue.ts';
import type { start as english } from '../en/start.ts';

export const start: TranslatedArea<typeof english> = {
  title: 'Startbereit: was es braucht',
  in_rows: 'in {count, plural, one {# Zeile} other {# Zeilen}}',
  with_sheet: '{content}, Blatt {sheet}',
  with_columns: '{content}, Spalte {columns}',
  duplicates: 'Duplikate',
  checked_once: '{count, number}, nur einmal geprüft',
  without_address: 'Zeilen ohne gültige Adresse',
  kept: '{count, number}, bleiben, wie sie sind',
  known: 'Schon bekannt',
  from_cache: '{count}, aus dem Zwischenspeicher, kostenlos',
  suppressed: 'Auf der Sperrliste',
  not_checked: '{count}, nicht geprüft, kostenlos',
  sandbox: 'Sandbox',
  simulated: '{count}, simuliert, kostenlos',
  about: 'etwa {count, number}',
  cost: 'Kosten',
  verifications: '{amount} {count, plural, one {Prüfung} other {Prüfungen}}',
  left_this_month: '{left, number} von {quota, number} diesen Monat übrig',
  time: 'Dauer',
  few_seconds: 'ein paar Sekunden',
  from_to: '{from} bis {to}',
  early:
    'die meisten Adressen früh; manche Mailserver bitten uns, in einigen Minuten wiederzukommen',
  these_too: 'Auch diese prüfen?',
  column_too: 'Spalte {name} <faint>enthält auch Adressen</faint>',
  sheet_too: 'Blatt {name} <faint>enthält auch Adressen; es wird eine eigene Liste</faint>',
  split_cells:
    '{count, plural, one {# Zelle hat} other {# Zellen haben}} mehr als eine Adresse: <faint>aufteilen und jede prüfen</faint>',
  over_quota:
    '{count} mehr als Ihr Kontingent. Sie warten bis {day} oder bis ein Inhaber das Kontingent erhöhen lässt; die Liste läuft von selbst weiter.',
  start: 'Starten',
  start_and_wait: 'Starten und auf das Kontingent warten',
  verify_now: '{count, number} jetzt prüfen',
  confirm_delete: '{name} löschen? Es wurde noch nichts davon geprüft.',
  file_arrived: 'Die Datei ist angekommen',
  incomplete: 'Der Upload ist unvollständig',
  arrived_of: '{offset} von {size} sind angekommen. Sie bleiben bis {time} erhalten.',
  arrived: 'Angekommen',
  read_list: 'Liste einlesen',
  to_go_on:
    'Zum Fortsetzen <link>dieselbe Datei noch einmal wählen</link>: Es geht weiter, wo es aufgehört hat.',
  confirm_drop: 'Löschen, was von {name} angekommen ist?',
  drop: 'Angekommenes löschen',
};
