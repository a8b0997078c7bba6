import type { TranslatedArea } from '../../catalogue.ts';
import type { listProgress as english } from '../en/list-progress.ts';

export const listProgress: TranslatedArea<typeof english> = {
  units:
    '{unit, select, entry {{count, plural, one {# entrée} other {# entrées}}} other {{count, plural, one {# ligne} other {# lignes}}}}',
  of_units:
    'sur {unit, select, entry {{count, plural, one {# entrée} other {# entrées}}} other {{count, plural, one {# ligne} other {# lignes}}}}',
  checked: '{rows} : vérification faite',
  not_checked: '{count, number} {of_rows} non vérifiées',
  checked_of: '{count, number} {of_rows} vérifiées',
  checked_again:
    '{count, number} sur {total, plural, one {# adresse} other {# adresses}}, nouvelle vérification',
  with_time: '{done}, {left}',
  waits_open_batches: 'En attente de la fin d’une autre liste de votre équipe.',
  waits_storage:
    'En pause : le stockage de votre équipe est plein. La vérification reprend quand des listes ou des lots API sont supprimés, ou quand la limite est relevée.',
  waits_file:
    'Le fichier de cette liste est absent du service. La vérification reprend d’elle-même dès que l’exploitant a remis le fichier en place.',
  waits_braked:
    '{provider} refuse de plus en plus de nos sessions : nous en ouvrons moitié moins et arrêtons si cela ne suffit pas. Vous n’avez rien à faire.',
  waits_quietly:
    'Certains serveurs répondent lentement ou nous ont demandé de revenir dans quelques minutes. Vous n’avez rien à faire : la liste se termine toute seule.',
  waits_quota:
    'En pause : votre équipe a utilisé {count, plural, one {la seule vérification} other {les # vérifications}} de ce mois. Reprise : {day}, ou quand un propriétaire relève le quota.',
  waits_for_hosts:
    '{count, plural, one {# adresse attend} other {# adresses attendent}} : {why, select, greylisted {les serveurs nous ont demandé de revenir plus tard} other {les serveurs nous ont ralentis}}. Prochain essai {next}. Vous n’avez rien à faire : la liste se termine toute seule.',
  in_a_moment: 'dans un instant',
  in_about: 'dans environ {time}',
  safe: '{unit, select, row {{count, plural, one {ligne sûre} other {lignes sûres}}} other {{count, plural, one {personne à qui écrire sans risque} other {personnes à qui écrire sans risque}}}}',
  safe_so_far: '{safe} jusqu’ici',
  would_bounce: 'Sans la vérification, jusqu’à {percent, number} % des e-mails reviendraient.',
  few_would_bounce: 'Sans la vérification, moins de 1 % des e-mails reviendraient.',
  not_started: '{count, plural, one {# adresse} other {# adresses}}, vérification non démarrée',
  feed_running: '{checked}, {safe, plural, one {# sûre} other {# sûres}} jusqu’ici',
  feed_done: '{safe, plural, one {# sûre} other {# sûres}}, {of_rows}',
  feed_open: '{done}, {count, number} non vérifiées',
};
