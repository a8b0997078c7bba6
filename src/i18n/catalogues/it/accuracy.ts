import type { TranslatedArea } from '../../catalogue.ts';
import type { accuracy as english } from '../en/accuracy.ts';

export const accuracy: TranslatedArea<typeof english> = {
  title: 'Accuratezza',
  intro:
    'Quanto spesso i risultati erano giusti: ogni risultato confrontato con ciò che è successo alla posta inviata a quell’indirizzo nei 30 giorni successivi.',
  nothing_known:
    'Non è ancora noto alcun esito per {count, plural, one {# indirizzo verificato} other {# indirizzi verificati}} (da: {since}): l’accuratezza non si può ancora misurare. mailvet learn legge messaggi respinti e consegne, e i provider li segnalano.',
  rests_on:
    'Si basa su {count, plural, one {# esito} other {# esiti}} ({delivered, number} consegnati, {bounced, number} respinti) di {verified, number} indirizzi verificati, da: {since}.',
  of_outcomes: 'Le percentuali riguardano gli indirizzi con un esito noto.',
  of_verified:
    'Le percentuali riguardano tutti gli indirizzi verificati; quelli senza esito contano come consegnati: i valori reali possono essere peggiori.',
  undated:
    '{count, plural, one {# esito non ha data: conta da quando è stato letto.} other {# esiti non hanno data: contano da quando sono stati letti.}}',
  cut: 'Ci sono più risultati di quanti se ne leggano alla volta: contano solo i più recenti.',
  rules: 'Regole, le peggiori per prime',
  rules_caption: 'Regole, secondo la frequenza delle smentite',
  verdicts: 'Per verdetto',
  hosts: 'Per server di posta',
  rule: 'Regola',
  outcomes: 'Esiti',
  contradicted: 'Smentiti',
  share: 'Percentuale (intervallo al 95%)',
  share_between: '{share} (da {low} a {high})',
  allowed: 'Consentito',
  no_promise: 'non promette nulla',
  replies: 'Risposte',
  times: '{count, number} ×',
  verified: 'Verificati',
  delivered: 'Consegnati',
  bounced: 'Respinti',
  host: 'Server di posta',
  no_rows: 'Nessun dato.',
};
