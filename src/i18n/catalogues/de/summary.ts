import type { TranslatedArea } from '../../catalogue.ts';
import type { summary as english } from '../en/summary.ts';

export const summary: TranslatedArea<typeof english> = {
  addresses: '{count, plural, one {# Adresse} other {# Adressen}}',
  addresses_in_rows: '{addresses} in {count, plural, one {# Zeile} other {# Zeilen}}',
  rows_with_addresses: '{count, plural, one {# Zeile} other {# Zeilen}} mit {addresses}',
  without_address: '{count, number} ohne Adresse',
  of_list: '{name}: {addresses}',
  score: 'Punkte',
  sample_is_whole: 'Die Stichprobe ist die ganze Liste, {addresses}:',
  projected: 'Hochgerechnet von einer Stichprobe von {count, number} auf alle {addresses}:',
  distinct_addresses: '{count, plural, one {# Adresse} other {# verschiedene Adressen}}',
  likely: 'wahrscheinlich {range} ({low, number} bis {high, number} Adressen)',
  typos:
    '{count, plural, one {# wahrscheinlicher Tippfehler} other {# wahrscheinliche Tippfehler}}: Die Spalte suggestion hat die wahrscheinliche Adresse',
  same_mailbox:
    '{count, plural, one {# Adresse hat das Postfach einer anderen: sie wurde nicht eigens geprüft} other {# Adressen haben das Postfach einer anderen: sie wurden nicht eigens geprüft}}',
  deduplicated:
    '{count, plural, one {# Zeile mit dem Postfach einer anderen wurde weggelassen} other {# Zeilen mit dem Postfach einer anderen wurden weggelassen}} (--dedupe)',
  reason_disposable: '{count, plural, one {# Wegwerfadresse} other {# Wegwerfadressen}}',
  reason_role: '{count, plural, one {# Rollenadresse} other {# Rollenadressen}}',
  reason_mailbox:
    '{count, plural, one {# Postfach lehnt Mail ab} other {# Postfächer lehnen Mail ab}}',
  reason_error:
    '{count, plural, one {# Adresse mit einem Fehler des Dienstes} other {# Adressen mit einem Fehler des Dienstes}}',
  reason_incomplete:
    '{count, plural, one {# Adresse ohne vollständiges Ergebnis} other {# Adressen ohne vollständiges Ergebnis}}',
  reason_several_addresses:
    '{count, plural, one {# Zelle mit mehreren Adressen} other {# Zellen mit mehreren Adressen}}',
  others: '{count, plural, one {# weitere} other {# weitere}}',
};
