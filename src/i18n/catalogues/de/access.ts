import type { TranslatedArea } from '../../catalogue.ts';
import type { access as english } from '../en/access.ts';

export const access: TranslatedArea<typeof english> = {
  sign_in: 'Anmelden',
  no_account:
    'Kein Konto oder Passwort vergessen? Bitten Sie einen Inhaber Ihres Teams um einen Link.',
  signed_out: 'Sie sind abgemeldet.',
  signed_out_everywhere: 'Sie sind auf allen Geräten abgemeldet.',
  wrong_credentials: 'Die Adresse oder das Passwort ist falsch',
  set_up: 'Dashboard einrichten',
  set_up_first: 'Legen Sie das erste Konto an. Es wird Inhaber dieses Teams.',
  create_account: 'Konto anlegen',
  join_team: '{team} beitreten',
  join: 'Beitreten',
  choose_password:
    'Wählen Sie ein Passwort. Nutzen Sie diese Adresse hier schon für ein anderes Team? Geben Sie dasselbe Passwort ein, um zwischen beiden zu wechseln.',
  new_password_title: 'Neues Passwort wählen',
  set_password: 'Passwort festlegen',
  stay_signed_in: 'Sie bleiben hier angemeldet und werden auf allen anderen Geräten abgemeldet.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  show: 'Anzeigen',
  password_hint:
    'Mindestens {count, number} Zeichen; ein paar zufällige Wörter sind leicht zu merken.',
};
