import type { TranslatedArea } from '../../catalogue.ts';
import type { upload as english } from '../en/upload.ts';

export const upload: TranslatedArea<typeof english> = {
  choose:
    '<pointer>Trascini qui un file o ne scelga uno</pointer><touch>Scelga un file</touch>: CSV, Excel, testo o JSON, anche compresso (.gz, .zst, .zip)',
  most: 'Fino a {rows, number} righe o {size}. I duplicati vengono verificati una sola volta.',
  start_at_once: 'Avvia subito, senza la stima',
  column_not_found: 'Colonna e-mail non trovata?',
  column: 'Colonna e-mail (facoltativa)',
  column_example: 'ad es. E-mail lavoro o 3',
  uploading: 'Caricamento…',
  send: 'Carica la lista',
  uploaded: 'Caricato',
  too_large: '{name} occupa {size}; il limite è {most}. Lo divida o usi la riga di comando.',
  no_list: '{name} non è una lista: scelga un file CSV, Excel, OpenDocument, di testo o JSON.',
  empty: '{name} è vuoto.',
  sending: '{percent}% di {size}',
  reading: 'Arrivato. La lista viene letta…',
  lost: 'La connessione si è interrotta e nulla è stato conservato: carichi di nuovo la lista.',
  error: 'Errore {status}',
  file: 'Un file: CSV, Excel, righe semplici o JSON',
  column_if_missing: 'Colonna e-mail, se non viene trovata',
  name_or_number: 'nome o numero',
  paste: 'Oppure incolli indirizzi',
  paste_label: 'Indirizzi, uno per riga, o un testo che ne contiene',
  paste_reading: 'Lettura…',
  use_addresses: 'Usa questi indirizzi',
  sample: 'Prova una lista di esempio',
  sample_note:
    '{count, number} righe con ogni tipo di risultato; gratis, e non si invia nulla a nessuno',
};
