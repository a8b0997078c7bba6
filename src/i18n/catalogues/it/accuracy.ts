import type { TranslatedArea } from '../../catalogue.ts';
import type { accuracy as english } from '../en/accuracy.ts';

export const accuracy: TranslatedArea<typeof english> = {
  title: 'Esattezza',
  intro:
    'Quanto spesso i risultati erano giusti: ciò che si è trovato di un indirizzo accanto a ciò che è stato della posta inviata fino a 30 giorni dopo.',
  nothing_known:
    'Non è noto alcun esito per {count, plural, one {# indirizzo verificato} other {# indirizzi verificati}} dal {since}: non si può ancora dire nulla. mailvet learn legge messaggi respinti e consegne, e i fornitori li segnalano.',
  rests_on:
    'Si basa su {count, plural, one {# esito} other {# esiti}} ({delivered, number} consegnati, {bounced, number} respinti) di {verified, number} indirizzi verificati dal {since}.',
  of_outcomes: 'Le quote riguardano gli indirizzi con un esito.',
  of_verified:
    'Le quote riguardano tutti gli indirizzi verificati, come se la posta agli altri fosse arrivata: la verità può essere peggiore.',
  undated:
    '{count, plural, one {# esito senza data conta} other {# esiti senza data contano}} da quando sono stati letti.',
  cut: 'Ci sono più risultati di quanti se ne leggano alla volta: contano solo i più recenti.',
  rules: 'Regole, le peggiori per prime',
  rules_caption: 'Regole per smentite',
  verdicts: 'Per verdetto',
  hosts: 'Per server di posta',
  rule: 'Regola',
  outcomes: 'Esiti',
  contradicted: 'Smentiti',
  share: 'Quota (intervallo al 95%)',
  share_between: '{share} (da {low} a {high})',
  allowed: 'Consentito',
  no_promise: 'non promette nulla',
  replies: 'Risposte',
  times: '{count, number} ×',
  verified: 'Verificati',
  delivered: 'Consegnati',
  bounced: 'Respinti',
  host: 'Server di posta',
  no_rows: 'Nessuna.',
};
