import type { TranslatedArea } from '../../catalogue.ts';
import type { overview as english } from '../en/overview.ts';

export const overview: TranslatedArea<typeof english> = {
  your_lists: 'Le Sue liste',
  verify_list: 'Verifica una lista',
  upload_your_list: 'Carichi la Sua lista',
  sample_note: 'Veda in un minuto che cosa riceve per una lista.',
  check_one: 'Verifica un indirizzo',
  check_one_note: 'Veda che cosa significa un risultato e che cosa ha risposto il server di posta.',
  invite: 'Invita una persona',
  invite_note: 'Tutto il team vede le stesse liste.',
  left_until: 'Restano <b>{left, number}</b> di {quota, number} fino al {day}',
  quota_used: 'Quota usata',
  reserved: '{count, number} conteggiate, o riservate dalle verifiche in corso',
  charged:
    '{count, number} conteggiate, {free, number} non conteggiate (risultati in cache, duplicati e indirizzi della sandbox)',
  given_back: '{count, number} non conteggiate, perché non si è potuto decidere',
  nearly_reached: 'È stato usato il {share} delle verifiche di questo mese.',
  storage: 'Spazio',
  stored_lists: 'Liste: <b>{used}</b> di {limit}',
  stored_batches: 'Batch e storico: <b>{used}</b> di {limit}',
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
