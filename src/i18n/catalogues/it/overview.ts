import type { TranslatedArea } from '../../catalogue.ts';
import type { overview as english } from '../en/overview.ts';

export const overview: TranslatedArea<typeof english> = {
  your_lists: 'Le sue liste',
  verify_list: 'Verifica una lista',
  upload_your_list: 'Carichi la sua lista',
  sample_note: 'Veda in un minuto cosa restituisce una lista.',
  check_one: 'Verifica un indirizzo',
  check_one_note: 'Veda cosa dice il risultato, con la risposta del server di posta.',
  invite: 'Invita un collega',
  invite_note: 'Tutto il team vede le stesse liste.',
  left_until: 'Restano <b>{left, number}</b> di {quota, number} fino al {day}',
  quota_used: 'Quota usata',
  reserved: '{count, number} addebitate o riservate da ciò che è in corso',
  charged:
    '{count, number} addebitate, {free, number} gratis (risultati in cache, duplicati e indirizzi della sandbox)',
  given_back: '{count, number} non addebitate, perché non si è potuto decidere',
  nearly_reached: 'È stato usato il {share} delle verifiche di questo mese.',
  storage: 'Spazio',
  stored_lists: 'Liste: <b>{used}</b> di {limit}',
  stored_batches: 'Batch e cronologia: <b>{used}</b> di {limit}',
  last_days:
    '{count, plural, one {# risultato} other {# risultati}} negli ultimi {days, number} giorni',
  by_day: 'Per giorno (UTC), risultati in cache inclusi',
  chart:
    '{count, plural, one {# verifica} other {# verifiche}} in {days, number} giorni, al massimo {most, number} in un giorno',
  show_table: 'Mostra come tabella',
  chart_caption: 'Verifiche per giorno',
  day_column: 'Giorno (UTC)',
  verifications_column: 'Verifiche',
  day_count: '{day}: {count, number}',
};
