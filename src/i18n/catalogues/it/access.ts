import type { TranslatedArea } from '../../catalogue.ts';
import type { access as english } from '../en/access.ts';

export const access: TranslatedArea<typeof english> = {
  sign_in: 'Accedi',
  no_account:
    'Non ha un account o ha dimenticato la password? Chieda un link a un proprietario del team.',
  signed_out: 'Sessione terminata.',
  signed_out_everywhere: 'Sessione terminata su tutti i dispositivi.',
  wrong_credentials: 'L’indirizzo o la password non sono corretti',
  set_up: 'Configura la dashboard',
  set_up_first: 'Crei il primo account. Sarà il proprietario di questo team.',
  create_account: 'Crea l’account',
  join_team: 'Unisciti a {team}',
  join: 'Unisciti',
  choose_password:
    'Scelga una password. Usa già questo indirizzo qui per un altro team? Inserisca la stessa password per passare dall’uno all’altro.',
  new_password_title: 'Nuova password',
  set_password: 'Imposta la password',
  stay_signed_in: 'Resterà connesso qui; sugli altri dispositivi la sessione verrà terminata.',
  email: 'Indirizzo e-mail',
  password: 'Password',
  show: 'Mostra',
  password_hint: 'Almeno {count, number} caratteri; alcune parole a caso sono facili da ricordare.',
};
