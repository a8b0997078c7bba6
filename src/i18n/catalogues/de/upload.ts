import type { TranslatedArea } from '../../catalogue.ts';
import type { upload as english } from '../en/upload.ts';

export const upload: TranslatedArea<typeof english> = {
  choose:
    '<pointer>Datei hier ablegen oder auswählen</pointer><touch>Datei auswählen</touch>: CSV, Excel, Text oder JSON, auch gepackt (.gz, .zst, .zip)',
  most: 'Bis zu {rows, number} Zeilen oder {size}. Duplikate werden nur einmal geprüft.',
  start_at_once: 'Sofort starten, ohne Schätzung',
  column_not_found: 'E-Mail-Spalte nicht gefunden?',
  column: 'E-Mail-Spalte (optional)',
  column_example: 'z. B. E-Mail geschäftlich oder 3',
  uploading: 'Wird hochgeladen…',
  send: 'Liste hochladen',
  uploaded: 'Hochgeladen',
  too_large:
    '{name} ist {size} groß; das Limit ist {most}. Teilen Sie die Datei oder nutzen Sie die Kommandozeile.',
  no_list:
    '{name} ist keine Liste: Wählen Sie eine CSV-, Excel-, OpenDocument-, Text- oder JSON-Datei.',
  empty: '{name} ist leer.',
  sending: '{percent} % von {size}',
  reading: 'Angekommen. Die Liste wird gelesen…',
  lost: 'Die Verbindung ist abgebrochen, und nichts wurde behalten: Laden Sie die Liste erneut hoch.',
  error: 'Fehler {status}',
  file: 'Eine Datei: CSV, Excel, einfache Zeilen oder JSON',
  column_if_missing: 'E-Mail-Spalte, falls sie nicht gefunden wird',
  name_or_number: 'Name oder Nummer',
  paste: 'Oder Adressen einfügen',
  paste_label: 'Adressen, eine je Zeile, oder ein Text, in dem Adressen stehen',
  paste_reading: 'Wird gelesen…',
  use_addresses: 'Diese Adressen verwenden',
  sample: 'Beispielliste ausprobieren',
  sample_note:
    '{count, number} Zeilen mit jeder Art von Ergebnis; kostenlos, und es wird nichts versendet',
};
