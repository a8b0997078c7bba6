import type { TranslatedArea } from '../../catalogue.ts';
import type { likelihood as english } from '../en/likelihood.ts';

export const likelihood: TranslatedArea<typeof english> = {
  range: '{value, number} (95%: da {low, number} a {high, number})',
  unknown: 'sconosciuta: {fault}',
  nothing_known:
    'nessun esito di posta è noto, né di questo dominio né di altri presso il suo provider',
  domain_unknown: 'nessun esito di questo dominio è noto',
  domain:
    'questo dominio: la posta è arrivata a {delivered, number} su {count, plural, one {# indirizzo} other {# indirizzi}}; l’esito più recente risale a {days, plural, one {# giorno} other {# giorni}} fa',
  provider:
    'il suo provider: la posta è arrivata a {delivered, number} su {count, plural, one {# indirizzo} other {# indirizzi}}',
  pair: 'domini con lo stesso gateway e host: la posta è arrivata a {delivered, number} su {count, plural, one {# indirizzo} other {# indirizzi}}',
  behind: 'dietro il gateway la posta va a {host}, secondo SPF',
  form_known:
    '{fault}: la posta è arrivata a {delivered, number} su {count, plural, one {# indirizzo} other {# indirizzi}} di questo dominio',
  form_unknown: '{fault}: nessuno con questa forma è noto in questo dominio',
  form: 'la forma {form}',
  role: 'l’indirizzo di una funzione',
  random: 'una stringa casuale',
  digits: 'un nome con cifre',
  word: 'una parola',
  several: 'più parole',
};
