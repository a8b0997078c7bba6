import type { TranslatedArea } from '../../catalogue.ts';
import type { layout as english } from '../en/layout.ts';

export const layout: TranslatedArea<typeof english> = {
  skip_to_content: 'Vai al contenuto',
  account: 'Account',
  api_docs: 'Documentazione API',
  sign_out: 'Esci',
  member_of: '{role, select, owner {proprietario} other {membro}} di {team}',
  teams: 'Team',
  switch_to: 'Passa a {team}',
  settings: 'Impostazioni',
};
