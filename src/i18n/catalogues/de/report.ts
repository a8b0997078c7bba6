import type { TranslatedArea } from '../../catalogue.ts';
import type { report as english } from '../en/report.ts';

export const report: TranslatedArea<typeof english> = {
  title: 'Listenbericht',
  page_title: '{name}: Listenbericht',
  written: 'Erstellt am {time}, geprüft von {service}',
  written_short: 'Erstellt {time}, geprüft von {service}',
  footer: 'Erstellt mit mailvet. Funktioniert offline; enthält keine E-Mail-Adressen.',
  results: '{count, plural, one {# Ergebnis} other {# Ergebnisse}}',
  why: 'Warum',
  verdict: 'Einstufung',
  reason: 'Grund',
  results_column: 'Ergebnisse',
  share: 'Anteil',
  meaning: 'Bedeutung',
  what_to_do: 'Was zu tun ist',
  in_detail: 'Im Einzelnen',
  detail_column: 'Detail',
  in_words: 'Erläuterung',
  what_servers_answered: 'Was die Mailserver geantwortet haben',
  other_reason: 'Ein Grund des Dienstes',
  verify_later: 'Später erneut prüfen.',
  ask_again: '{words}, erneut prüfen nach {time}',
  scores: 'Punktzahlen',
  scores_label: 'Adressen nach Punktzahl. {bands}',
  scores_note:
    'Ergebnisse nach Punktzahl, von 0 (nicht senden) bis 100 (sicher anschreibbar); jede Säule umfasst zehn Punkte.',
  without_score:
    '{count, plural, one {# Ergebnis ohne Punktzahl ist nicht dargestellt.} other {# Ergebnisse ohne Punktzahl sind nicht dargestellt.}}',
  providers: 'Anbieter der Mailserver',
  provider: 'Anbieter',
  undecidable_short: 'nicht entscheidbar',
  undecidable: 'nicht entscheidbar: er nimmt jeden Empfänger an, bis die Nachricht gesendet ist',
  providers_note:
    'Wer die Mailserver der Adressen betreibt, mit dem Anteil jedes Anbieters an den bekannten.',
  domains_by_share: 'Domains nach Anteil unzustellbarer Adressen',
  domains_most: 'Domains mit den meisten Adressen',
  domain: 'Domain',
  undeliverable_column: 'Unzustellbar',
  worst_domains:
    'Die schlechtesten der {count, plural, one {# Domain} other {# Domains}} mit den meisten Adressen.',
  every_domain: 'Alle Domains der Liste.',
  domains_note:
    'Ein hoher Anteil bei einer Domain kann ein Tippfehler im Namen sein oder eine Firma, die ihre Domain gewechselt hat.',
  sample_is_whole: 'Die Stichprobe ist die ganze Liste',
  sample_verified:
    '{count, plural, one {Die eine Adresse wurde} other {Alle # verschiedenen Adressen wurden}} geprüft: Hochgerechnet wird nichts.',
  sample_projected: 'Eine Stichprobe, hochgerechnet',
  sample_only:
    'Nur {count, plural, one {# Adresse} other {# Adressen}} von {all, number}, zufällig gezogen, {count, plural, one {wurde} other {wurden}} geprüft.',
  sample_rest_page: 'Der Rest dieser Seite zählt die übrigen als unbekannt.',
  sample_rest_below: 'Die übrigen zählen unten als unbekannt.',
  in_sample: 'In der Stichprobe',
  in_list_likely: 'In der Liste, wahrscheinlich',
  in_list_likely_95: 'In der Liste, wahrscheinlich (95 %)',
  which_is: 'Das sind',
  range: '{low} bis {high}',
  address_range: '{low, number} bis {high, number} Adressen',
  sample_note:
    'Die Bereiche sind 95-%-Intervalle (Wilson): Von zwanzig solchen Stichproben verfehlt etwa eine den wahren Anteil.',
  the_list: 'Die Liste',
  rows: 'Zeilen',
  distinct_addresses: 'Verschiedene Adressen',
  duplicates: 'Duplikate',
  same_mailbox: 'Gleiches Postfach wie eine andere Adresse',
  without_address: 'Zeilen ohne brauchbare Adresse',
  empty_cells: 'Leere Zellen',
  likely_typos: 'Vermutliche Tippfehler mit Vorschlag',
  how_to_read: 'So lesen Sie diesen Bericht',
  how_to_read_note:
    'Ein Ergebnis gilt für den Tag, an dem es gefunden wurde: Postfächer kommen und gehen. Gezählt werden Zeilen; eine Adresse in drei Zeilen zählt dreimal.',
  moment: '{day} um {minute} Uhr UTC',
};
