import type { TranslatedArea } from '../../catalogue.ts';
import type { decisions as english } from '../en/decisions.ts';

export const decisions: TranslatedArea<typeof english> = {
  typos_title: 'Errori di battitura',
  typos_intro:
    'Selezioni gli errori di battitura da correggere. Si verificano solo gli indirizzi corretti. Nei download stanno nelle loro celle.',
  rows: '{count, plural, one {# riga} other {# righe}}',
  more: '{count, plural, one {# altro} other {altri #}}',
  accept: 'Correggi i selezionati',
  accept_all: '{count, plural, one {Correggi} other {Correggi tutti (#)}}',
  reject: 'I selezionati sono giusti',
  accepted_before: 'già corretto',
  corrected_title: 'Corretti',
  rejected_title: 'Non è un errore di battitura',
  undo: 'Annulla',
  undo_correction: 'Annulla: {from} in {to}',
  undo_rejection: 'Annulla: {from} non è un errore di battitura',
  when_complete: 'Potrà deciderlo quando la lista sarà completa.',
  several:
    '{count, plural, one {# cella ha più di un indirizzo.} other {# celle hanno più di un indirizzo.}}',
  split: 'Dividi e verifica ciascuno',
  is_split: 'Le celle con più di un indirizzo sono divise: ogni indirizzo viene verificato.',
  undo_split: 'Annulla la divisione',
  column_has: '{name} contiene anche indirizzi.',
  column_name: 'colonna «{name}»',
  sheet_name: 'Foglio «{name}»',
  check_column: 'Verifica anche: {name}',
  column_checked: '{name}: in verifica anche questa; i risultati stanno in colonne proprie.',
  undo_column: 'Annulla: {name}',
  check_sheet: 'Verifica anche, come lista a sé: {name}',
  sheet_checked: '{name} è <link>una lista a sé</link>.',
  confirm_undo_sheet: 'Eliminare la lista e i suoi risultati: {name}?',
  sheet_gone:
    '{name} contiene anche indirizzi. Il file non è più qui: lo carichi di nuovo per verificarli.',
  duplicates: '{count, plural, one {# duplicato.} other {# duplicati.}}',
  drop_duplicates: 'Tralascia nei download',
  duplicates_dropped:
    '{count, plural, one {# duplicato è tralasciato} other {# duplicati sono tralasciati}} nei download.',
  undo_duplicates: 'Annulla: tralascia i duplicati',
  done_corrected: 'Corretto. Gli indirizzi corretti sono in verifica.',
  done_known: 'Corretto. Tutti gli indirizzi corretti sono già verificati.',
  done_rejected:
    'Annotato: non sono errori di battitura, e le altre liste non li segnaleranno più.',
  done_undone: 'Annullato.',
  done_split: 'Le celle sono divise.',
  done_column: 'La colonna è in verifica.',
  done_sheet: 'Il foglio è ora una lista a sé.',
  done_dropped: 'I download contengono ora ogni indirizzo una volta sola.',
  done_none: 'Selezioni almeno un errore di battitura.',
  in_cells: 'Mettere nella cella solo l’indirizzo, corretto e senza nomi né segni',
  decided_title: 'Errori di battitura',
  decided_intro:
    'Ciò che il team ha deciso sugli errori di battitura. Quando uno di essi compare in un’altra lista, viene proposta prima la sua correzione, oppure l’indirizzo resta com’è.',
  caption: 'Decisioni sugli errori di battitura',
  typed: 'Scritto',
  meant: 'Corretto',
  decided: 'Deciso',
  not_an_error: 'non è un errore di battitura',
  decided_by: 'da {person}',
  none_decided:
    'Ancora nessuna decisione. Gli errori di battitura sono proposti nella pagina di ogni lista.',
  remove_decision: 'Rimuovi la decisione su {from}',
  done_removed: 'La decisione è rimossa. Le liste corrette restano come sono.',
  compared:
    '{how, select, cleaner {Più pulita} worse {Meno pulita} other {Pulita quanto}} {how, select, cleaner {{count, plural, one {della lista precedente} other {delle ultime # liste}}} worse {{count, plural, one {della lista precedente} other {delle ultime # liste}}} other {{count, plural, one {la lista precedente} other {le ultime # liste}}}}: {share} non recapitabili, {count, plural, one {prima} other {di solito}} {usual}',
  share_undeliverable: '{share} non recapitabili',
};
