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
  home: 'Start',
  lists: 'Listen',
  check_an_address: 'Adresse<long> prüfen</long>',
  do_not_mail: 'Sperrliste',
  team: 'Team',
  people: 'Personen',
  api: 'API',
  keys: 'Schlüssel',
  api_batches: 'API-Batches',
  webhooks: 'Webhooks',
  outcomes: 'Rückmeldungen',
  activity_log: 'Aktivitätsprotokoll',
  mail_servers: 'Mailserver',
  pages: 'Seiten',
  problem_for_members:
    'Neue Prüfungen ruhen wegen eines technischen Problems; Ihre Administration weiß Bescheid.',
  and_more: '(und {count, number} weitere)',
  what_to_do: 'Was zu tun ist',
  state_of_service: 'Zustand des Dienstes',
  typing_errors: 'Tippfehler',
  name_and_logo: 'Name und Logo',
};
