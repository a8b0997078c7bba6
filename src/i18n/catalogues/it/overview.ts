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
  charged_no_limit:
    '<b>{count, number}</b> {count, plural, one {verifica addebitata} other {verifiche addebitate}}, senza limite',
  left_until: 'Restano <b>{left, number}</b> di {quota, number} fino al {day}',
  quota_used: 'Quota usata',
  reserved: '{count, number} addebitate o riservate da ciò che è in corso',
  charged:
    '{count, number} addebitate, {free, number} gratis (risultati in cache, duplicati e indirizzi della sandbox)',
  given_back: '{count, number} non addebitate, perché non si è potuto decidere',
  nearly_reached: 'È stato usato il {share} delle verifiche di questo mese.',
  storage: 'Spazio',
  storage_used: 'Spazio usato',
  used_no_limit: '<b>{used}</b> usati, senza limite',
  used_of: '<b>{used}</b> di {limit} usati',
  part_batches: 'liste e batch {size}',
  part_history: 'cronologia {size}',
  part_suppressions: 'lista di esclusione {size}',
  part_sandbox: 'sandbox {size}',
  part_requests: 'chiavi di idempotenza {size}',
  part_messages: 'messaggi {size}',
  part_outcomes: 'esiti degli invii {size}',
  part_imports: 'risultati importati {size}',
  part_audit: 'registro attività {size}',
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
