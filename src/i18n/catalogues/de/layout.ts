import type { TranslatedArea } from '../../catalogue.ts';
import type { layout as english } from '../en/layout.ts';

export const layout: TranslatedArea<typeof english> = {
  skip_to_content: 'Zum Inhalt springen',
  account: 'Konto',
  api_docs: 'API-Dokumentation',
  sign_out: 'Abmelden',
  member_of: '{role, select, owner {Inhaber} other {Mitglied}} von {team}',
  teams: 'Teams',
  switch_to: 'Zu {team} wechseln',
  settings: 'Einstellungen',
};
