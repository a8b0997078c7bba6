import type { TranslatedArea } from '../../catalogue.ts';
import type { history as english } from '../en/history.ts';

export const history: TranslatedArea<typeof english> = {
  title: 'Verifica un indirizzo',
  verify_address: 'Verifica un indirizzo',
  everything_checked: 'Tutto ciò che è stato verificato',
  caption: 'Verifiche, le più recenti prima',
  none: 'Ancora nessun risultato.',
  none_so_far: 'Per ora nessun indirizzo corrispondente.',
  none_matching: 'Nessun indirizzo corrispondente.',
  cut_off: 'Ricerca nei risultati da: {time}. <link>Cerca nei risultati più vecchi</link>',
  cut_off_beginnings:
    'Ricerca completa da: {time}. Dei risultati precedenti vengono mostrati solo l’indirizzo «{search}» e i domini che iniziano così. <link>Cerca in tutti i risultati più vecchi</link>',
  verify: 'Verifica',
  verifying: 'Verifica in corso…',
  check_again: 'Verifica di nuovo (usa 1 verifica)',
  score_of: '{score, number} su 100',
  yes: 'sì',
  no: 'no',
  did_you_mean: 'Intendeva',
  provider: 'Provider di posta',
  mail_server: 'Server di posta',
  sending_ip: 'IP di invio',
  reply: 'Risposta',
  domain_outcomes: 'I Suoi messaggi a questo dominio',
  domain_outcomes_text:
    'arrivati a {delivered, number} di {count, plural, one {# indirizzo} other {# indirizzi}}, da: {since}',
  checked: 'Verificato',
  cached: '{time} (dalla cache)',
  attempts: 'Tentativi',
  verify_again_after: 'Verifica di nuovo dopo',
  address_too_long: 'Un indirizzo può avere al massimo {count, number} caratteri',
};
