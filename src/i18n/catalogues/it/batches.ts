import type { TranslatedArea } from '../../catalogue.ts';
import type { batches as english } from '../en/batches.ts';

export const batches: TranslatedArea<typeof english> = {
  title: 'Batch API',
  intro:
    'Batch inviati da programmi con una chiave API. I batch delle liste sono in <link>Liste</link>.',
  caption: 'Batch inviati con una chiave API, i più recenti prima',
  none: 'Ancora nessun batch: ne invii uno con una chiave API.',
  batch: 'Batch',
  as_loaded: 'Come erano al caricamento di questa pagina.',
  addresses_caption: 'Indirizzi nell’ordine di invio',
  no_address: 'Nessun indirizzo in questa pagina.',
  progress: 'Avanzamento',
  created_at: 'creato: {time}',
  addresses_processed: 'Indirizzi elaborati',
  of_processed: '<done></done> di {total, number} elaborati',
  identifier: 'Identificatore: <code></code>',
  confirm_cancel: 'Annullare questo batch? Gli indirizzi non ancora verificati restano tali.',
  cancel: 'Annulla il batch',
  results: 'Risultati',
  what_these_mean: 'Che cosa significano',
  waiting: 'in attesa',
  state_completed: 'Completato',
  state_cancelled: 'Annullato',
  cancelled: 'annullato',
  could_not_verify: 'non è stato verificato',
};
