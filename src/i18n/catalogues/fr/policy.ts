import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: 'Règles',
  intro: 'Décidez de ce qui est délivrable ou risqué pour votre équipe.',
  where:
    'Vos listes sont évaluées selon ces règles : chiffres, lignes, téléchargements et rapports, y compris ceux des listes déjà vérifiées. Les résultats de l’API ne changent pas.',
  common: 'Règles courantes',
  rule_no_disposable: 'Les adresses jetables sont non délivrables',
  rule_no_free: 'Les adresses de messagerie gratuite, comme gmail.com, sont risquées',
  rule_role: 'Les adresses génériques, comme info@ et support@, sont délivrables',
  rule_accept_all: 'Les adresses catch-all sont délivrables, sauf si elles sont jetables',
  rule_full: 'Les boîtes pleines sont risquées',
  common_hint:
    'Sans ces règles, la messagerie gratuite compte comme toute autre ; les adresses jetables, génériques et catch-all sont risquées, et les boîtes pleines non délivrables.',
  list_allow: 'Autoriser : jamais risqué',
  list_allow_hint: 'Un domaine ou une adresse par ligne. Un domaine comprend ses sous-domaines.',
  list_disposable: 'Bloquer : comme jetables',
  list_disposable_hint:
    'Un domaine ou une adresse par ligne. Ils ne sont jamais parmi les lignes sûres. Pour les ignorer sans vérification, utilisez la <suppressions>liste d’exclusion</suppressions>.',
  other_rules:
    '{count, plural, one {# autre règle figure} other {# autres règles figurent}} plus bas dans le JSON : enregistrer ici n’y change rien.',
  rest_title: 'Toutes les règles en JSON',
  rest: 'Pour des règles par fournisseur, par score ou à plusieurs conditions. Ce sont les mêmes règles : les règles courantes ci-dessus en font partie.',
  example: 'Exemple',
  all_reasons: 'Toutes les raisons des résultats (en anglais)',
  save_json: 'Enregistrer le JSON',
  field: 'Règles (JSON)',
  hint: 'Écrivez ici les domaines et les adresses de « lists » : un fichier ne peut pas être indiqué. Les seuils n’ont pas d’effet ici.',
  save: 'Enregistrer les règles',
  saving: 'Enregistrement…',
  not_saved:
    'Les règles ont {count, plural, one {# erreur} other {# erreurs}} et n’ont pas été enregistrées :',
  remove_text: 'Sans règles propres, les résultats sont évalués comme le fait le service.',
  done_saved: 'Les règles sont enregistrées.',
  done_removed: 'Les règles sont supprimées.',
  applies: 'Évalué selon les règles de votre équipe.',
  unreadable:
    'Cette version de mailvet ne peut pas lire les règles de votre équipe : les chiffres sont ceux de la dernière évaluation, et les téléchargements sont refusés jusqu’à ce qu’un propriétaire les corrige.',
  by_rule: 'Règles : celle de la ligne {line}',
  by_allow: 'Règles : la liste « allow »',
  by_disposable: 'Règles : la liste « disposable »',
  being_applied:
    'Les règles de votre équipe ont changé : les chiffres de certaines listes seront mis à jour dans un instant.',
  open: 'Ouvrir les règles',
};
