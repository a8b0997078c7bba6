import type { TranslatedArea } from '../../catalogue.ts';
import type { watch as english } from '../en/watch.ts';

export const watch: TranslatedArea<typeof english> = {
  title: 'Suivre cette liste',
  intro:
    'À l’intervalle choisi, les adresses qui doivent l’être sont revérifiées. Les autres gardent leur résultat et ne coûtent rien. Si quelque chose a changé, un e-mail part comme pour une liste terminée, si ce service envoie des e-mails, et les programmes reçoivent le webhook list.changed.',
  every: 'Vérifier à nouveau tous les',
  days: 'jours',
  start: 'Suivre cette liste',
  change: 'Enregistrer',
  watched: 'Vérifiée à nouveau {days, plural, one {chaque jour} other {tous les # jours}}.',
  next: 'Prochaine vérification : {time}.',
  waits:
    'Une vérification attend : {count, plural, one {# adresse doit être revérifiée} other {# adresses doivent être revérifiées}}, plus que ce qui reste du quota ce mois-ci. Elle commencera dès que le quota le permettra.',
  stop: 'Ne plus suivre',
  confirm_stop: 'Ne plus suivre {name} ? Les vérifications passées et leurs changements restent.',
  rounds: 'Vérifications périodiques',
  rounds_caption: 'Vérifications périodiques de cette liste, de la plus récente à la plus ancienne',
  date: 'Date',
  checked: 'Vérifiées à nouveau',
  changed: 'Changées',
  running: 'en cours',
  since: 'Depuis la dernière fois',
  since_round:
    'Nouvelle vérification ({time}) : {count, plural, one {# adresse} other {# adresses}}.',
  since_list: 'Comparée à {name} ({time}).',
  worse: 'Résultat moins bon',
  better: 'De nouveau joignables',
  other: 'Autre raison, ou pas de décision cette fois',
  added: 'Nouvelles dans la liste',
  removed: 'Ne sont plus dans la liste',
  nothing: 'Rien n’a changé.',
  download: 'Télécharger les changements (CSV)',
  download_round: 'Télécharger les changements du {time}',
  filter: 'Changement : {change}',
  done_watched: 'Cette liste est maintenant suivie.',
  done_unwatched: 'La liste n’est plus suivie.',
  home_title: 'Listes suivies',
  home_watched: '{count, plural, one {# liste est suivie.} other {# listes sont suivies.}}',
  home_changed:
    '{name} a changé ({time}) : en baisse {worse, number}, en hausse {better, number}, autres changements {other, number}.',
  home_nothing: 'Rien n’a changé ces 30 derniers jours.',
};
