import type { TranslatedArea } from '../../catalogue.ts';
import type { account as english } from '../en/account.ts';

export const account: TranslatedArea<typeof english> = {
  title: 'Account',
  you_are:
    'Lei è <address></address>, {role, select, owner {proprietario} other {membro}} del team {team}.',
  change_password: 'Cambia la password',
  current_password: 'Password attuale',
  new_password: 'Nuova password',
  change: 'Cambia',
  password_changed:
    'Password cambiata. La sessione è stata terminata su tutti gli altri dispositivi.',
  sign_out_everywhere: 'Esci da tutti i dispositivi',
  ends_sessions: 'Termina le sessioni su tutti i dispositivi, compreso questo.',
  language: 'Lingua',
  language_of_browser: 'Lingua del browser',
  language_hint:
    'Per le pagine, i report e le e-mail a Lei destinate. I risultati scaricati e l’API non cambiano.',
  save: 'Salva',
  language_saved: 'Lingua salvata.',
  mails: 'Notifiche e-mail',
  mails_when:
    'Quando una lista è finita o è in pausa perché le verifiche del mese sono esaurite, e quando una lista monitorata è cambiata.',
  mails_own: 'Delle liste che ho caricato',
  mails_all: 'Di tutte le liste del team',
  mails_none: 'Nessuna mail',
  time_zone: 'Fuso orario',
  times_in: 'Orari mostrati in',
  zone_of_browser: 'il fuso orario del browser',
};
