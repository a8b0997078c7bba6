import type { TranslatedArea } from '../../catalogue.ts';
import type { decisions as english } from '../en/decisions.ts';

export const decisions: TranslatedArea<typeof english> = {
  typos_title: 'Tippfehler',
  typos_intro:
    'Wählen Sie die Tippfehler aus, die korrigiert werden sollen. Nur die korrigierten Adressen werden geprüft. In Downloads stehen sie in ihren Zellen.',
  rows: '{count, plural, one {# Zeile} other {# Zeilen}}',
  more: '{count, number} weitere',
  accept: 'Auswahl korrigieren',
  accept_all: '{count, plural, one {Korrigieren} other {Alle # korrigieren}}',
  reject: 'Auswahl ist richtig',
  accepted_before: 'früher korrigiert',
  corrected_title: 'Korrigiert',
  rejected_title: 'Kein Tippfehler',
  undo: 'Rückgängig',
  undo_correction: 'Rückgängig: {from} zu {to}',
  undo_rejection: 'Rückgängig: {from} ist kein Tippfehler',
  when_complete: 'Das können Sie entscheiden, wenn die Liste fertig ist.',
  several:
    '{count, plural, one {# Zelle hat mehr als eine Adresse.} other {# Zellen haben mehr als eine Adresse.}}',
  split: 'Teilen und jede prüfen',
  is_split: 'Zellen mit mehr als einer Adresse sind geteilt: Jede Adresse wird geprüft.',
  undo_split: 'Teilung rückgängig machen',
  column_has: '{name} enthält auch Adressen.',
  column_name: 'Spalte „{name}“',
  sheet_name: 'Blatt „{name}“',
  check_column: 'Auch {name} prüfen',
  column_checked: '{name} wird auch geprüft; die Ergebnisse stehen in eigenen Spalten.',
  undo_column: 'Rückgängig: {name}',
  check_sheet: 'Auch {name} prüfen, als eigene Liste',
  sheet_checked: '{name} ist <link>eine eigene Liste</link>.',
  confirm_undo_sheet: 'Die Liste von {name} mit ihren Ergebnissen löschen?',
  sheet_gone:
    '{name} enthält auch Adressen. Die Datei ist nicht mehr hier: Laden Sie sie erneut hoch, um sie zu prüfen.',
  duplicates: '{count, plural, one {# Duplikat.} other {# Duplikate.}}',
  drop_duplicates: 'In Downloads weglassen',
  duplicates_dropped:
    '{count, plural, one {# Duplikat wird} other {# Duplikate werden}} in Downloads weggelassen.',
  undo_duplicates: 'Rückgängig: Duplikate weglassen',
  done_corrected: 'Korrigiert. Die korrigierten Adressen werden jetzt geprüft.',
  done_known: 'Korrigiert. Alle korrigierten Adressen sind bereits geprüft.',
  done_rejected:
    'Vermerkt: Das sind keine Tippfehler; auch in anderen Listen werden sie nicht mehr gemeldet.',
  done_undone: 'Rückgängig gemacht.',
  done_split: 'Die Zellen sind geteilt.',
  done_column: 'Die Spalte wird jetzt geprüft.',
  done_sheet: 'Das Blatt ist jetzt eine eigene Liste.',
  done_dropped: 'Downloads enthalten jetzt jede Adresse einmal.',
  done_none: 'Wählen Sie mindestens einen Tippfehler aus.',
  in_cells: 'In die Zelle nur die Adresse schreiben, korrigiert und ohne Namen oder Zeichen',
  decided_title: 'Tippfehler',
  decided_intro:
    'Was Ihr Team zu Tippfehlern entschieden hat. Kommt einer davon in einer anderen Liste vor, wird zuerst die Korrektur vorgeschlagen, oder die Adresse bleibt, wie sie ist.',
  caption: 'Entscheidungen zu Tippfehlern',
  typed: 'Getippt',
  meant: 'Gemeint',
  decided: 'Entschieden',
  not_an_error: 'kein Tippfehler',
  decided_by: 'von {person}',
  none_decided:
    'Noch keine Entscheidungen. Tippfehler werden auf der Seite jeder Liste vorgeschlagen.',
  remove_decision: 'Entscheidung zu {from} entfernen',
  done_removed: 'Die Entscheidung ist entfernt. Korrigierte Listen bleiben, wie sie sind.',
  compared:
    '{how, select, cleaner {Sauberer als} worse {Weniger sauber als} other {So sauber wie}} {count, plural, one {Ihre letzte Liste} other {Ihre letzten # Listen}}: {share} unzustellbar, {count, plural, one {zuvor} other {sonst}} {usual}',
  share_undeliverable: '{share} unzustellbar',
};
