import type { TranslatedArea } from '../../catalogue.ts';
import type { watch as english } from '../en/watch.ts';

export const watch: TranslatedArea<typeof english> = {
  title: 'Diese Liste beobachten',
  intro:
    'Im gewählten Abstand werden fällige Adressen erneut geprüft. Die anderen behalten ihr Ergebnis und kosten nichts. Wenn sich etwas geändert hat, gibt es eine E-Mail wie bei einer fertigen Liste, sofern dieser Dienst E-Mails verschickt, und für Programme den Webhook list.changed.',
  every: 'Erneut prüfen alle',
  days: 'Tage',
  start: 'Diese Liste beobachten',
  change: 'Speichern',
  watched: 'Wird {days, plural, one {jeden Tag} other {alle # Tage}} erneut geprüft.',
  next: 'Nächste Runde: {time}.',
  waits:
    'Eine Runde wartet: {count, plural, one {# Adresse ist fällig} other {# Adressen sind fällig}}, mehr als das Kontingent diesen Monat noch zulässt. Sie beginnt, sobald das Kontingent reicht.',
  stop: 'Nicht mehr beobachten',
  confirm_stop: '{name} nicht mehr beobachten? Die Runden und ihre Änderungen bleiben.',
  rounds: 'Runden',
  rounds_caption: 'Runden dieser Liste, neueste zuerst',
  date: 'Datum',
  checked: 'Erneut geprüft',
  changed: 'Geändert',
  running: 'läuft',
  since: 'Seit dem letzten Mal',
  since_round: 'Erneut geprüft ({time}): {count, plural, one {# Adresse} other {# Adressen}}.',
  since_list: 'Verglichen mit {name} ({time}).',
  worse: 'Schlechter geworden',
  better: 'Wieder erreichbar',
  other: 'Anderer Grund, oder diesmal nicht entschieden',
  added: 'Neu in der Liste',
  removed: 'Nicht mehr in der Liste',
  nothing: 'Nichts hat sich geändert.',
  download: 'Änderungen herunterladen (CSV)',
  download_round: 'Änderungen vom {time} herunterladen',
  filter: 'Geändert: {change}',
  done_watched: 'Diese Liste wird jetzt beobachtet.',
  done_unwatched: 'Die Liste wird nicht mehr beobachtet.',
  home_title: 'Beobachtete Listen',
  home_watched:
    '{count, plural, one {# Liste wird beobachtet.} other {# Listen werden beobachtet.}}',
  home_changed:
    '{name} hat sich geändert ({time}): {worse, number} schlechter, {better, number} besser, {other, number} mit anderen Änderungen.',
  home_nothing: 'In den letzten 30 Tagen hat sich nichts geändert.',
};
