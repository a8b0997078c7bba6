import type { TranslatedArea } from '../../catalogue.ts';
import type { layout as english } from '../en/layout.ts';

export const layout: TranslatedArea<typeof english> = {
  skip_to_content: 'Aller au contenu',
  account: 'Compte',
  api_docs: 'Documentation de l’API',
  sign_out: 'Se déconnecter',
  member_of: '{role, select, owner {propriétaire} other {membre}} de {team}',
  teams: 'Équipes',
  switch_to: 'Passer à {team}',
  settings: 'Paramètres',
};
