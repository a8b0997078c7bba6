import type { TranslatedArea } from '../../catalogue.ts';
import type { suppressions as english } from '../en/suppressions.ts';

export const suppressions: TranslatedArea<typeof english> = {
  title: 'Lista di esclusione',
  intro: 'Questi indirizzi vengono saltati in ogni lista e segnati «non inviare». Gratis.',
  add_title: 'Aggiungi un indirizzo o un dominio',
  import_title: 'Importa un file',
  entries: '{count, plural, one {# voce} other {# voci}}',
  caption: 'Indirizzi e domini della lista di esclusione',
  address_or_domain: 'Indirizzo o dominio',
  added_column: 'Aggiunto',
  none: 'Ancora nessuna voce.',
  none_begins: 'Nessuna voce inizia così.',
  download: 'Scarica la lista',
  imported:
    '{count, plural, one {# aggiunta} other {# aggiunte}}; {known, plural, =0 {nessuna era già nella lista} one {# era già nella lista} other {# erano già nella lista}}.',
  skipped: '{count, plural, one {# riga saltata:} other {# righe saltate, per esempio:}}',
  entry_label: 'Indirizzo e-mail, o @ e un dominio',
  entry_placeholder: 'ann@example.com o @example.com',
  add: 'Aggiungi',
  import: 'Importa',
  importing: 'Importazione…',
  import_hint: 'Fino a 1.000.000 di righe o 200 MB. Il file non viene conservato.',
  erased: 'un indirizzo cancellato',
  confirm_remove: 'Rimuovere {entry}? Verrà di nuovo verificato.',
  remove_entry: 'Rimuovi {entry}',
  done_added: 'Aggiunto alla lista di esclusione.',
  done_known: 'È già nella lista di esclusione.',
  done_removed: 'Rimosso dalla lista di esclusione.',
  write_entry: 'Inserisca un indirizzo, o @ e un dominio',
};
