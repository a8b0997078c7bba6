import type { TranslatedArea } from '../../catalogue.ts';
import type { accuracy as english } from '../en/accuracy.ts';

export const accuracy: TranslatedArea<typeof english> = {
  title: 'Genauigkeit',
  intro:
    'Wie oft Ergebnisse richtig waren: jedes Ergebnis verglichen mit dem, was in den 30 Tagen danach mit E-Mails an die Adresse geschah.',
  nothing_known:
    'Zu {count, plural, one {der # Adresse} other {den # Adressen}}, geprüft seit {since}, ist noch kein Zustellergebnis bekannt: Die Genauigkeit lässt sich noch nicht messen. mailvet learn liest Rückläufer und Zustellungen, und Anbieter melden sie.',
  rests_on:
    'Beruht auf {count, plural, one {# Zustellergebnis} other {# Zustellergebnissen}} ({delivered, number} zugestellt, {bounced, number} zurückgekommen) zu {verified, number} Adressen, geprüft seit {since}.',
  of_outcomes: 'Prozentwerte beziehen sich auf Adressen mit bekanntem Zustellergebnis.',
  of_verified:
    'Prozentwerte beziehen sich auf alle geprüften Adressen; solche ohne Zustellergebnis zählen als zugestellt. Die wirklichen Werte können schlechter sein.',
  undated:
    '{count, plural, one {# Zustellergebnis hat kein Datum: Es zählt ab dem Einlesen.} other {# Zustellergebnisse haben kein Datum: Sie zählen ab dem Einlesen.}}',
  cut: 'Es gibt mehr Ergebnisse, als auf einmal gelesen werden: Nur die neuesten zählen.',
  rules: 'Regeln, die schlechtesten zuerst',
  rules_caption: 'Regeln, nach Häufigkeit der Widerlegung',
  verdicts: 'Nach Einstufung',
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
  no_rows: 'Keine Daten.',
};
