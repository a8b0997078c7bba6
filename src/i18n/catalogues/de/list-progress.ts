import type { TranslatedArea } from '../../catalogue.ts';
import type { listProgress as english } from '../en/list-progress.ts';

export const listProgress: TranslatedArea<typeof english> = {
  units:
    '{unit, select, entry {{count, plural, one {# Eintrag} other {# Einträge}}} other {{count, plural, one {# Zeile} other {# Zeilen}}}}',
  of_units:
    'von {unit, select, entry {{count, plural, one {# Eintrag} other {# Einträgen}}} other {{count, plural, one {# Zeile} other {# Zeilen}}}}',
  checked: '{rows} geprüft',
  not_checked: '{count, number} {of_rows} nicht geprüft',
  checked_of: '{count, number} {of_rows} geprüft',
  checked_again:
    '{count, number} von {total, plural, one {# Adresse} other {# Adressen}} erneut geprüft',
  with_time: '{done}, {left}',
  waits_open_batches: 'Wartet, bis eine andere Liste Ihres Teams fertig ist.',
  waits_storage:
    'Pausiert: Der Speicher Ihres Teams ist voll. Es geht weiter, wenn Listen oder API-Batches gelöscht werden oder das Limit erhöht wird.',
  waits_file:
    'Die Datei dieser Liste fehlt auf dem Dienst. Es geht von selbst weiter, sobald der Betreiber die Datei zurückgelegt hat.',
  waits_braked:
    '{provider} weist immer mehr unserer Sitzungen ab: Wir öffnen dort nur noch halb so viele und hören auf, wenn das nicht hilft. Sie müssen nichts tun.',
  waits_quietly:
    'Einige Mailserver antworten langsam oder haben uns gebeten, in ein paar Minuten wiederzukommen. Sie müssen nichts tun: Die Liste wird von selbst fertig.',
  waits_quota:
    'Pausiert: Ihr Team hat {count, plural, one {die eine Prüfung} other {die # Prüfungen}} dieses Monats verbraucht. Es geht am {day} weiter oder wenn ein Inhaber das Kontingent erhöht.',
  waits_for_hosts:
    '{count, plural, one {# Adresse wartet} other {# Adressen warten}}: {why, select, greylisted {Die Mailserver haben uns gebeten, später wiederzukommen} other {Die Mailserver bremsen uns}}. Nächster Versuch {next}. Sie müssen nichts tun: Die Liste wird von selbst fertig.',
  in_a_moment: 'gleich',
  in_about: 'in etwa {time}',
  safe: '{unit, select, row {{count, plural, one {Zeile kann} other {Zeilen können}}} other {{count, plural, one {Person kann} other {Personen können}}}} sicher angeschrieben werden',
  safe_so_far: '{safe} (bisher)',
  would_bounce: 'Ohne die Prüfung gäbe es bis zu {percent, number} % Rückläufer.',
  few_would_bounce: 'Ohne die Prüfung gäbe es weniger als 1 % Rückläufer.',
  not_started: '{count, plural, one {# Adresse} other {# Adressen}}, nicht gestartet',
  feed_running: '{checked}, bisher {safe, number} sicher anschreibbar',
  feed_done: '{safe, number} sicher anschreibbar, {of_rows}',
  feed_open: '{done}, {count, number} nicht geprüft',
};
