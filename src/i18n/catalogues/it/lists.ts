import type { TranslatedArea } from '../../catalogue.ts';
import type { lists as english } from '../en/lists.ts';

export const lists: TranslatedArea<typeof english> = {
  upload: 'Carica una lista',
  of_team: 'Le liste del team',
  storage: '{used} di {most} usati sul disco',
  order_newest: 'Più recenti prima',
  order_oldest: 'Meno recenti prima',
  order_name: 'Per nome',
  order_addresses: 'Più indirizzi prima',
  search_by_name: 'Cerca per nome',
  folder: 'Cartella',
  all: 'Tutte le liste',
  folder_count: '{name} ({count, number})',
  order: 'Ordine',
  none: 'Ancora nessuna lista. Ne carichi una e la riavrà con un risultato in ogni riga: a chi è sicuro scrivere, a chi no e perché.',
  none_matches: 'Nessuna lista corrisponde.',
  results: 'Risultati',
  uploaded: 'Caricata',
  download_named: 'Scarica {name}',
  edit_named: 'Modifica {name}: rinomina, sposta o condividi',
  delete_named: 'Elimina {name}',
  deleted: 'La lista è stata eliminata.',
  of_command_line: 'Liste della riga di comando',
  command_line_intro: 'Verificate in un terminale sul server di questo servizio.',
  all_of_command_line: 'Tutte le liste della riga di comando',
  answered: 'Con risposta',
  unfinished: 'Non terminata',
  answered_of:
    '{count, number} di {total, plural, one {# indirizzo verificato} other {# indirizzi verificati}}',
  where_results_are: 'Dove sono i risultati',
  results_in_file: 'File sul server di questo servizio:',
  go_on_in_terminal:
    'La lista non è terminata. Continui in un terminale sul server di questo servizio:',
  write_in_terminal: 'Li scriva in un file da un terminale sul server di questo servizio:',
  pasted_name: 'Incollata {time}',
  sample_name: 'Lista di esempio',
};
