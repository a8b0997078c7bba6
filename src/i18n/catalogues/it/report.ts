import type { TranslatedArea } from '../../catalogue.ts';
import type { report as english } from '../en/report.ts';

export const report: TranslatedArea<typeof english> = {
  title: 'Report della lista',
  page_title: '{name}: report della lista',
  written: 'Creato il {time}, verificato da {service}',
  written_short: 'Creato il {time}, verificato da {service}',
  footer: 'Creato con mailvet. Funziona offline; non contiene indirizzi e-mail.',
  results: '{count, plural, one {# risultato} other {# risultati}}',
  why: 'Perché',
  verdict: 'Verdetto',
  reason: 'Motivo',
  results_column: 'Risultati',
  share: 'Quota',
  meaning: 'Significato',
  what_to_do: 'Che cosa fare',
  in_detail: 'In dettaglio',
  detail_column: 'Dettaglio',
  in_words: 'Descrizione',
  what_servers_answered: 'Che cosa hanno risposto i server di posta',
  other_reason: 'Un motivo del servizio',
  verify_later: 'Lo verifichi di nuovo più tardi.',
  ask_again: '{words}, da verificare di nuovo dopo {time}',
  scores: 'Punteggi',
  scores_label: 'Indirizzi per punteggio. {bands}',
  scores_note:
    'Risultati per punteggio, da 0 (non inviare) a 100 (invio sicuro); ogni colonna copre dieci punti.',
  without_score:
    '{count, plural, one {# risultato senza punteggio non è mostrato.} other {# risultati senza punteggio non sono mostrati.}}',
  providers: 'Provider dei server di posta',
  provider: 'Provider',
  undecidable_short: 'non decidibile',
  undecidable: 'non decidibile: accetta ogni destinatario fino all’invio del messaggio',
  providers_note:
    'Chi gestisce i server di posta degli indirizzi, con la quota di ogni provider tra quelli noti.',
  domains_by_share: 'Domini per quota di indirizzi non recapitabili',
  domains_most: 'Domini con più indirizzi',
  domain: 'Dominio',
  undeliverable_column: 'Non recapitabili',
  worst_domains:
    'I peggiori tra {count, plural, one {il dominio} other {i # domini}} con più indirizzi.',
  every_domain: 'Tutti i domini della lista.',
  domains_note:
    'Una quota alta su un dominio può essere un errore di battitura nel nome o un’azienda che ha cambiato dominio.',
  sample_is_whole: 'Il campione è l’intera lista',
  sample_verified:
    '{count, plural, one {L’unico indirizzo è stato verificato} other {Tutti i # indirizzi distinti sono stati verificati}}: nulla è proiettato.',
  sample_projected: 'Un campione, proiettato',
  sample_only:
    'Solo {count, plural, one {# indirizzo} other {# indirizzi}} su {all, number}, estratti a caso, {count, plural, one {è stato verificato} other {sono stati verificati}}.',
  sample_rest_page: 'Il resto di questa pagina conta gli altri come sconosciuti.',
  sample_rest_below: 'Gli altri sono contati sotto come sconosciuti.',
  in_sample: 'Nel campione',
  in_list_likely: 'Nella lista, probabile',
  in_list_likely_95: 'Nella lista, probabile (95%)',
  which_is: 'Ovvero',
  range: 'da {low} a {high}',
  address_range: 'da {low, number} a {high, number} indirizzi',
  sample_note:
    'Gli intervalli sono al 95% (Wilson): su venti campioni simili, circa uno manca il tasso reale.',
  the_list: 'La lista',
  rows: 'Righe',
  distinct_addresses: 'Indirizzi distinti',
  duplicates: 'Duplicati',
  same_mailbox: 'Stessa casella di un altro indirizzo',
  without_address: 'Righe senza un indirizzo utilizzabile',
  empty_cells: 'Celle vuote',
  likely_typos: 'Probabili errori di battitura con suggerimento',
  how_to_read: 'Come leggere questo report',
  how_to_read_note:
    'Un risultato vale per il giorno in cui è stato ottenuto: le caselle vanno e vengono. I risultati si contano per riga: un indirizzo in tre righe conta tre volte.',
  moment: '{day} alle {minute} UTC',
};
