import type { TranslatedArea } from '../../catalogue.ts';
import type { delivery as english } from '../en/delivery.ts';

export const delivery: TranslatedArea<typeof english> = {
  title: 'Mailserver',
  intro: 'Aktuelle Sitzungen mit Mailservern, für alle Teams. Grenzen gelten je Absende-IP.',
  provider: 'Anbieter',
  providers: 'Anbieter',
  sending_ip: 'Absende-IP',
  sending_ips: 'Absende-IPs',
  sessions: 'Sitzungen',
  waiting: 'Wartend',
  refusals: 'Ablehnungen in der letzten Stunde',
  leaves_by: 'Ausgang über',
  helo: 'HELO-Name',
  processes: 'Prozesse',
  process: 'Prozess',
  conflict: 'Konflikt',
  running_for: 'Läuft seit',
  last_report: 'Letzte Meldung',
  lanes_caption:
    'Sitzungen, Pausen und Ablehnungen nach Anbieter und Absende-IP, die aktivsten zuerst',
  no_lanes:
    'Keine Sitzung ist offen, nichts wartet, und in der letzten Stunde wurde nichts abgelehnt.',
  ips_caption: 'Absende-IPs, nach Konfiguration der Prozesse, unbrauchbare zuerst',
  no_ips: 'Kein Prozess hat eine Absende-IP gemeldet.',
  conflicting_settings: 'Widersprüchliche Einstellungen',
  conflicts_caption: 'Absende-IPs, die Prozesse verschieden konfiguriert haben',
  no_conflicts: 'Alle Prozesse haben dieselben Einstellungen für ihre Absende-IPs.',
  processes_caption: 'Prozesse, die Mailserver ansprechen',
  no_processes: 'In den letzten 15 Sekunden hat sich kein Prozess gemeldet.',
  problem_title: 'Neue Prüfungen ergeben „unbekannt“',
  run_doctor:
    'Führen Sie <code>mailvet doctor</code> auf dem Server des Dienstes aus: Es sagt, was zu ändern ist.',
  rules_title: 'Zustellergebnisse widerlegen Regeln',
  rule_contradicted:
    '{rule}: Mails widerlegten {contradicted, number} von {of, number} Ergebnissen, in {domains, number} Domains; zulässig sind höchstens {promise}.',
  rules_advice:
    'Von selbst ändert sich nichts. <a>Genauigkeit</a> zeigt die Antworten zu den Zustellergebnissen jedes Teams.',
  count_sessions: '{count, plural, one {# Sitzung} other {# Sitzungen}}',
  count_processes: '{count, plural, one {# Prozess} other {# Prozesse}}',
  count_paused: '{count, number} pausiert',
  count_unusable:
    '{count, plural, one {# unbrauchbare Absende-IP} other {# unbrauchbare Absende-IPs}}',
  count_conflicts: '{count, plural, one {# Konflikt} other {# Konflikte}}',
  paused_for: 'Pausiert noch {time}',
  open: 'Offen',
  usable: 'Brauchbar',
  unusable: 'Unbrauchbar: {fault}',
  now: 'jetzt',
  ago: 'vor {time}',
  seconds: '{count, number} Sek.',
  minutes: '{count, number} Min.',
  hours: '{count, number} Std.',
};
