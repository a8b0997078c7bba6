import type { TranslatedArea } from '../../catalogue.ts';
import type { suppressions as english } from '../en/suppressions.ts';

export const suppressions: TranslatedArea<typeof english> = {
  title: 'Sperrliste',
  intro:
    'Diese Adressen werden in jeder Liste übersprungen und als „nicht senden“ markiert. Kostenlos.',
  add_title: 'Adresse oder Domain hinzufügen',
  import_title: 'Datei importieren',
  entries: '{count, plural, one {# Eintrag} other {# Einträge}}',
  caption: 'Adressen und Domains auf der Sperrliste',
  address_or_domain: 'Adresse oder Domain',
  added_column: 'Hinzugefügt',
  none: 'Noch kein Eintrag.',
  none_begins: 'Kein Eintrag beginnt damit.',
  download: 'Liste herunterladen',
  imported:
    '{count, number} hinzugefügt; {known, plural, =0 {keine stand schon auf der Liste} one {# stand schon auf der Liste} other {# standen schon auf der Liste}}.',
  skipped:
    '{count, plural, one {# Zeile übersprungen:} other {# Zeilen übersprungen, zum Beispiel:}}',
  entry_label: 'E-Mail-Adresse oder @ und eine Domain',
  entry_placeholder: 'ann@example.com oder @example.com',
  add: 'Hinzufügen',
  import: 'Importieren',
  importing: 'Wird importiert…',
  import_hint: 'Bis zu 1.000.000 Zeilen oder 200 MB. Die Datei wird nicht gespeichert.',
  erased: 'eine gelöschte Adresse',
  confirm_remove: '{entry} entfernen? Wird dann wieder geprüft.',
  remove_entry: '{entry} entfernen',
  done_added: 'Zur Sperrliste hinzugefügt.',
  done_known: 'Steht bereits auf der Sperrliste.',
  done_removed: 'Von der Sperrliste entfernt.',
  write_entry: 'Geben Sie eine Adresse oder @ und eine Domain ein',
};
