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
  home: 'Home',
  lists: 'Liste',
  check_an_address: 'Verifica<long> un indirizzo</long>',
  do_not_mail: 'Esclusioni',
  team: 'Team',
  people: 'Persone',
  api: 'API',
  keys: 'Chiavi',
  api_batches: 'Batch API',
  webhooks: 'Webhook',
  outcomes: 'Esiti degli invii',
  activity_log: 'Registro attività',
  mail_servers: 'Server di posta',
  pages: 'Pagine',
  problem_for_members:
    'Le nuove verifiche sono sospese per un problema tecnico; l’amministratore ne è al corrente.',
  and_more: '(e altri {count, number})',
  what_to_do: 'Che cosa fare',
  state_of_service: 'Stato del servizio',
  typing_errors: 'Errori di battitura',
  name_and_logo: 'Nome e logo',
};
