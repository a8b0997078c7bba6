import type { TranslatedArea } from '../../catalogue.ts';
import type { watch as english } from '../en/watch.ts';

export const watch: TranslatedArea<typeof english> = {
  title: 'Suivre cette liste',
  intro:
    'À intervalle régulier, les adresses qui doivent l’être sont vérifiées à nouveau. Les autres gardent leur résultat et ne coûtent rien. Si quelque chose a changé, un e-mail part comme pour une liste terminée, si ce service envoie des e-mails, et les programmes reçoivent le webhook list.changed.',
  every: 'Vérifier à nouveau tous les',
  days: 'jours',
  start: 'Suivre cette liste',
  change: 'Enregistrer',
  watched: 'Vérifiée à nouveau {days, plural, one {chaque jour} other {tous les # jours}}.',
  next: 'Prochaine série : {time}.',
  waits:
    'Une série attend : {count, plural, one {# adresse doit être vérifiée} other {# adresses doivent être vérifiées}}, plus que ce qui reste du quota ce mois-ci. Elle commencera dès que le quota le permettra.',
  stop: 'Ne plus suivre',
  confirm_stop: 'Ne plus suivre {name} ? Les séries et leurs changements restent.',
  rounds: 'Séries',
  rounds_caption: 'Séries de cette liste, de la plus récente à la plus ancienne',
  date: 'Date',
  checked: 'Vérifiées à nouveau',
  changed: 'Changées',
  running: 'en cours',
  since: 'Depuis la dernière fois',
  since_round:
    '{count, plural, one {# adresse vérifiée} other {# adresses vérifiées}} à nouveau {time}.',
  since_list: 'Comparée à {name} du {time}.',
  worse: 'Résultat moins bon',
  better: 'De nouveau joignables',
  other: 'Autre raison, ou pas de décision cette fois',
  added: 'Nouvelles dans la liste',
  removed: 'Ne sont plus dans la liste',
  nothing: 'Rien n’a changé.',
  download: 'Télécharger les changements (CSV)',
  download_round: 'Télécharger les changements du {time}',
  filter: 'Changement : {change}',
  done_watched: 'La liste est suivie.',
  done_unwatched: 'La liste n’est plus suivie.',
  home_title: 'Listes suivies',
  home_watched: '{count, plural, one {# liste est suivie.} other {# listes sont suivies.}}',
  home_changed:
    '{name} a changé {time} : {worse, number} moins bonnes, {better, number} meilleures, {other, number} autres.',
  home_nothing: 'Rien n’a changé ces 30 derniers jours.',
};
