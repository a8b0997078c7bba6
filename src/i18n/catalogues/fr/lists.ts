import type { TranslatedArea } from '../../catalogue.ts';
import type { lists as english } from '../en/lists.ts';

export const lists: TranslatedArea<typeof english> = {
  upload: 'Importer une liste',
  of_team: 'Les listes de l’équipe',
  storage: '{used} sur {most} utilisés sur le disque',
  order_newest: 'Plus récentes d’abord',
  order_oldest: 'Plus anciennes d’abord',
  order_name: 'Par nom',
  order_addresses: 'Plus d’adresses d’abord',
  search_by_name: 'Rechercher par nom',
  folder: 'Dossier',
  all: 'Toutes les listes',
  folder_count: '{name} ({count, number})',
  order: 'Ordre',
  none: 'Pas encore de liste. Importez-en une et récupérez-la avec un résultat sur chaque ligne : à qui écrire sans risque, à qui non, et pourquoi.',
  none_matches: 'Aucune liste ne correspond.',
  results: 'Résultats',
  uploaded: 'Importée',
  download_named: 'Télécharger {name}',
  edit_named: 'Modifier {name} : renommer, déplacer ou partager',
  delete_named: 'Supprimer {name}',
  deleted: 'La liste est supprimée.',
  of_command_line: 'Listes de la ligne de commande',
  command_line_intro: 'Vérifiées dans un terminal sur la machine de ce service.',
  all_of_command_line: 'Toutes les listes de la ligne de commande',
  answered: 'Vérifiées',
  unfinished: 'Inachevée',
  answered_of:
    '{count, number} sur {total, plural, one {# adresse vérifiée} other {# adresses vérifiées}}',
  where_results_are: 'Où sont les résultats',
  results_in_file: 'Fichiers sur la machine de ce service :',
  go_on_in_terminal:
    'La liste n’est pas terminée. Poursuivez dans un terminal sur la machine de ce service :',
  write_in_terminal:
    'Écrivez-les dans un fichier depuis un terminal sur la machine de ce service :',
  pasted_name: 'Collée {time}',
  sample_name: 'Exemple de liste',
};
