import type { TranslatedArea } from '../../catalogue.ts';
import type { delivery as english } from '../en/delivery.ts';

export const delivery: TranslatedArea<typeof english> = {
  title: 'Server di posta',
  intro:
    'Sessioni in corso con i server di posta, per tutti i team. I limiti valgono per ogni IP di invio.',
  provider: 'Provider',
  providers: 'Provider',
  sending_ip: 'IP di invio',
  sending_ips: 'IP di invio',
  sessions: 'Sessioni',
  waiting: 'In attesa',
  refusals: 'Rifiuti in un’ora',
  leaves_by: 'Esce da',
  helo: 'Nome HELO',
  processes: 'Processi',
  process: 'Processo',
  conflict: 'Conflitto',
  running_for: 'Attivo da',
  last_report: 'Ultimo report',
  lanes_caption: 'Sessioni, pause e rifiuti per provider e IP di invio, i più attivi prima',
  no_lanes: 'Nessuna sessione aperta, nulla in attesa e nessun rifiuto nell’ultima ora.',
  ips_caption: 'IP di invio, secondo la configurazione dei processi, gli inutilizzabili prima',
  no_ips: 'Nessun processo ha segnalato un IP di invio.',
  conflicting_settings: 'Impostazioni in conflitto',
  conflicts_caption: 'IP di invio configurati diversamente dai processi',
  no_conflicts: 'Tutti i processi hanno le stesse impostazioni per gli IP di invio.',
  processes_caption: 'Processi che contattano i server di posta',
  no_processes: 'Nessun processo si è segnalato negli ultimi 15 secondi.',
  problem_title: 'Le nuove verifiche danno «sconosciuto»',
  run_doctor:
    'Esegua <code>mailvet doctor</code> sulla macchina del servizio: dice che cosa cambiare.',
  rules_title: 'Gli esiti smentiscono delle regole',
  rule_contradicted:
    '{rule}: la posta ha smentito {contradicted, number} risultati su {of, number}, in {domains, number} domini; è consentito al massimo {promise}.',
  rules_advice:
    'Nulla cambia da solo. <a>Esattezza</a> mostra le risposte degli esiti di ogni team.',
  count_sessions: '{count, plural, one {# sessione} other {# sessioni}}',
  count_processes: '{count, plural, one {# processo} other {# processi}}',
  count_paused: '{count, number} in pausa',
  count_unusable:
    '{count, plural, one {# IP di invio inutilizzabile} other {# IP di invio inutilizzabili}}',
  count_conflicts: '{count, plural, one {# conflitto} other {# conflitti}}',
  paused_for: 'In pausa per {time}',
  open: 'Aperto',
  usable: 'Utilizzabile',
  unusable: 'Inutilizzabile: {fault}',
  now: 'ora',
  ago: '{time} fa',
  seconds: '{count, number} s',
  minutes: '{count, number} min',
  hours: '{count, number} h',
};
