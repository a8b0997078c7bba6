import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: 'Règles',
  intro:
    'Vos propres règles pour les résultats de vos listes, dans le JSON de mailvet.json : ce qui est délivrable ou risqué pour vous.',
  where:
    'Les listes sont évaluées selon elles : chiffres, lignes, téléchargements et rapports, y compris ceux des listes déjà vérifiées. L’API reste telle que le service évalue.',
  field: 'Règles et listes (JSON)',
  hint: 'Les domaines et les adresses de « lists » sont écrits ici même : un fichier ne peut pas être nommé. Les seuils n’ont pas d’effet ici.',
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
    'Les règles de votre équipe ont changé : les chiffres de certaines listes suivent dans un instant.',
  open: 'Ouvrir les règles',
};
