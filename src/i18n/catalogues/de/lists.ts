import type { TranslatedArea } from '../../catalogue.ts';
import type { lists as english } from '../en/lists.ts';

export const lists: TranslatedArea<typeof english> = {
  upload: 'Liste hochladen',
  of_team: 'Die Listen des Teams',
  storage: '{used} von {most} auf der Festplatte belegt',
  order_newest: 'Neueste zuerst',
  order_oldest: 'Älteste zuerst',
  order_name: 'Nach Name',
  order_addresses: 'Meiste Adressen zuerst',
  search_by_name: 'Nach Name suchen',
  folder: 'Ordner',
  all: 'Alle Listen',
  folder_count: '{name} ({count, number})',
  order: 'Reihenfolge',
  none: 'Noch keine Liste. Laden Sie eine hoch und erhalten Sie sie mit einem Ergebnis in jeder Zeile zurück: wer sicher angeschrieben werden kann, wer nicht und warum.',
  none_matches: 'Keine passende Liste.',
  results: 'Ergebnisse',
  uploaded: 'Hochgeladen',
  download_named: '{name} herunterladen',
  edit_named: '{name} bearbeiten: umbenennen, verschieben oder teilen',
  delete_named: '{name} löschen',
  deleted: 'Die Liste ist gelöscht.',
  of_command_line: 'Listen der Kommandozeile',
  command_line_intro: 'In einem Terminal auf dem Rechner dieses Dienstes geprüft.',
  all_of_command_line: 'Alle Listen der Kommandozeile',
  answered: 'Beantwortet',
  unfinished: 'Nicht fertig',
  answered_of:
    '{count, number} von {total, plural, one {# Adresse} other {# Adressen}} beantwortet',
  where_results_are: 'Wo die Ergebnisse sind',
  results_in_file: 'Dateien auf dem Rechner dieses Dienstes:',
  go_on_in_terminal:
    'Die Liste ist nicht fertig. So geht es in einem Terminal auf dem Rechner dieses Dienstes weiter:',
  write_in_terminal:
    'So schreiben Sie sie in einem Terminal auf dem Rechner dieses Dienstes in eine Datei:',
  pasted_name: 'Eingefügt {time}',
  sample_name: 'Beispielliste',
};
