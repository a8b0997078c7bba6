import type { TranslatedArea } from '../../catalogue.ts';
import type { delivery as english } from '../en/delivery.ts';

export const delivery: TranslatedArea<typeof english> = {
  title: 'Serveurs de messagerie',
  intro:
    'Sessions en cours avec les serveurs de messagerie, pour toutes les équipes. Les limites valent par IP d’envoi.',
  provider: 'Fournisseur',
  providers: 'Fournisseurs',
  sending_ip: 'IP d’envoi',
  sending_ips: 'IP d’envoi',
  sessions: 'Sessions',
  waiting: 'En attente',
  refusals: 'Refus dans la dernière heure',
  leaves_by: 'Sort par',
  helo: 'Nom HELO',
  processes: 'Processus',
  process: 'Processus',
  conflict: 'Conflit',
  running_for: 'Actif depuis',
  last_report: 'Dernier signal',
  lanes_caption: 'Sessions, pauses et refus par fournisseur et IP d’envoi, les plus actifs d’abord',
  no_lanes: 'Aucune session ouverte, rien en attente et aucun refus dans la dernière heure.',
  ips_caption: 'IP d’envoi, selon la configuration des processus, les inutilisables d’abord',
  no_ips: 'Aucun processus n’a signalé d’IP d’envoi.',
  conflicting_settings: 'Réglages contradictoires',
  conflicts_caption: 'IP d’envoi configurées différemment selon les processus',
  no_conflicts: 'Tous les processus ont les mêmes réglages pour leurs IP d’envoi.',
  processes_caption: 'Processus qui contactent les serveurs de messagerie',
  no_processes: 'Aucun processus ne s’est signalé ces 15 dernières secondes.',
  problem_title: 'Les nouvelles vérifications donnent « inconnu »',
  run_doctor:
    'Lancez <code>mailvet doctor</code> sur le serveur du service : il indique quoi changer.',
  rules_title: 'Des résultats d’envoi contredisent des règles',
  rule_contradicted:
    '{rule} : les envois ont contredit {contradicted, number} résultats sur {of, number}, dans {domains, number} domaines ; au plus {promise} est permis.',
  rules_advice:
    'Rien ne change tout seul. <a>Fiabilité</a> montre les réponses des résultats d’envoi de chaque équipe.',
  count_sessions: '{count, plural, one {# session} other {# sessions}}',
  count_processes: '{count, plural, one {# processus} other {# processus}}',
  count_paused: '{count, number} en pause',
  count_unusable:
    '{count, plural, one {# IP d’envoi inutilisable} other {# IP d’envoi inutilisables}}',
  count_conflicts: '{count, plural, one {# conflit} other {# conflits}}',
  paused_for: 'En pause encore {time}',
  open: 'Ouvert',
  usable: 'Utilisable',
  unusable: 'Inutilisable : {fault}',
  now: 'maintenant',
  ago: 'il y a {time}',
  seconds: '{count, number} s',
  minutes: '{count, number} min',
  hours: '{count, number} h',
};
