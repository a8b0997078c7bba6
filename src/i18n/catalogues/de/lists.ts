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
};
