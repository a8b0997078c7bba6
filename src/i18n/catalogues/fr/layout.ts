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
  home: 'Accueil',
  lists: 'Listes',
  check_an_address: 'Vérifier<long> une adresse</long>',
  do_not_mail: 'Exclusions',
  team: 'Équipe',
  people: 'Membres',
  api: 'API',
  keys: 'Clés',
  api_batches: 'Lots API',
  webhooks: 'Webhooks',
  outcomes: 'Retours d’envoi',
  activity_log: 'Journal d’activité',
  mail_servers: 'Serveurs de messagerie',
  pages: 'Pages',
  problem_for_members:
    'Les nouvelles vérifications sont suspendues par un problème technique ; votre administrateur est au courant.',
  and_more: '(et {count, number} de plus)',
  what_to_do: 'Que faire',
  state_of_service: 'État du service',
  typing_errors: 'Fautes de frappe',
  name_and_logo: 'Nom et logo',
};
