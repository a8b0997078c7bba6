import type { TranslatedArea } from '../../catalogue.ts';
import type { likelihood as english } from '../en/likelihood.ts';

export const likelihood: TranslatedArea<typeof english> = {
  range: '{value, number} (95 %: {low, number} bis {high, number})',
  unknown: 'unbekannt: {fault}',
  nothing_known:
    'kein Zustellergebnis ist bekannt, weder dieser Domain noch anderer bei ihrem Anbieter',
  domain_unknown: 'kein Zustellergebnis dieser Domain ist bekannt',
  domain:
    'diese Domain: An {delivered, number} von {count, plural, one {# Adresse} other {# Adressen}} kam die Mail an; das neueste Zustellergebnis ist {days, plural, one {# Tag} other {# Tage}} alt',
  provider:
    'ihr Anbieter: An {delivered, number} von {count, plural, one {# Adresse} other {# Adressen}} kam die Mail an',
  pair: 'Domains mit gleichem Gateway und Host: An {delivered, number} von {count, plural, one {# Adresse} other {# Adressen}} kam die Mail an',
  behind: 'hinter dem Gateway geht die Mail zu {host}, laut SPF',
  form_known:
    '{fault}: An {delivered, number} von {count, plural, one {# Adresse} other {# Adressen}} kam die Mail bei dieser Domain an',
  form_unknown: '{fault}: Keine in dieser Form ist bei dieser Domain bekannt',
  form: 'die Form {form}',
  role: 'die Adresse einer Funktion',
  random: 'eine zufällige Zeichenfolge',
  digits: 'ein Name mit Ziffern',
  word: 'ein Wort',
  several: 'mehrere Wörter',
};
