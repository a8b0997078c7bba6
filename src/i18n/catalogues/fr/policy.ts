import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: 'Règles',
  intro:
    'Vos propres règles pour les résultats de vos listes, dans le JSON de mailvet.json : ce qui est distribuable ou risqué pour vous.',
  where:
    'Les téléchargements et les rapports de listes sont évalués selon elles, y compris ceux des listes déjà vérifiées. Les chiffres et les lignes des pages, ainsi que l’API, restent tels que le service les évalue.',
  field: 'Règles et listes (JSON)',
  hint: 'Les domaines et les adresses de « lists » sont écrits ici même : un fichier ne peut pas être nommé. Les seuils n’ont pas d’effet ici.',
  save: 'Enregistrer',
  saving: 'Enregistrement…',
  not_saved:
    'Les règles ont {count, plural, one {# erreur} other {# erreurs}} et n’ont pas été enregistrées :',
  remove_text: 'Sans règles propres, les résultats sont évalués comme le fait le service.',
  done_saved: 'Les règles sont enregistrées.',
  done_removed: 'Les règles sont supprimées.',
  applies:
    'Les téléchargements et le rapport sont évalués selon les règles de votre équipe, les chiffres de cette page ne le sont pas.',
  open: 'Ouvrir les règles',
};
