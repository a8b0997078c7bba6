import type { TranslatedArea } from '../../catalogue.ts';
import type { brand as english } from '../en/brand.ts';

export const brand: TranslatedArea<typeof english> = {
  title: 'Nom et logo',
  intro:
    'Votre équipe les voit sur chaque page, et les lecteurs d’un rapport partagé au-dessus de celui-ci.',
  name: 'Nom',
  name_hint: 'Vide : {team}',
  logo: 'Logo',
  logo_hint: 'PNG, JPEG ou WebP, 100 ko au plus',
  present_logo: 'Le logo actuel',
  remove_logo: 'Supprimer le logo',
  save: 'Enregistrer',
  saving: 'Enregistrement…',
  done_saved: 'Le nom et le logo sont enregistrés.',
};
