import type { TranslatedArea } from '../../catalogue.ts';
import type { accuracy as english } from '../en/accuracy.ts';

export const accuracy: TranslatedArea<typeof english> = {
  title: 'Treffsicherheit',
  intro:
    'Wie oft Ergebnisse richtig waren: was über eine Adresse gefunden wurde, neben dem, was bis zu 30 Tage danach aus Mail an sie wurde.',
  nothing_known:
    'Von {count, plural, one {# Adresse} other {# Adressen}}, geprüft seit {since}, ist nicht bekannt, was aus Mail an sie wurde: Es lässt sich noch nichts sagen. mailvet learn liest Rückläufer und Zustellungen, und Anbieter melden sie.',
  rests_on:
    'Beruht auf {count, plural, one {# Zustellergebnis} other {# Zustellergebnissen}} ({delivered, number} zugestellt, {bounced, number} zurückgekommen) zu {verified, number} Adressen, geprüft seit {since}.',
  of_outcomes: 'Anteile gelten für die Adressen mit Zustellergebnis.',
  of_verified:
    'Anteile gelten für alle geprüften Adressen, als wäre Mail an die übrigen angekommen: In Wahrheit kann es schlechter sein.',
  undated:
    '{count, plural, one {# Zustellergebnis hat kein Datum und zählt} other {# Zustellergebnisse haben kein Datum und zählen}} ab dem Zeitpunkt, an dem sie eingelesen wurden.',
  cut: 'Es gibt mehr Ergebnisse, als auf einmal gelesen werden: Nur die neuesten zählen.',
  rules: 'Regeln, die schlechtesten zuerst',
  rules_caption: 'Regeln nach Widerlegung',
  verdicts: 'Nach Urteil',
  hosts: 'Nach Mailserver',
  rule: 'Regel',
  outcomes: 'Zustellergebnisse',
  contradicted: 'Widerlegt',
  share: 'Anteil (95-%-Intervall)',
  share_between: '{share} ({low} bis {high})',
  allowed: 'Zulässig',
  no_promise: 'verspricht nichts',
  replies: 'Antworten',
  times: '{count, number} ×',
  verified: 'Geprüft',
  delivered: 'Zugestellt',
  bounced: 'Zurückgekommen',
  host: 'Mailserver',
  no_rows: 'Keine.',
};
