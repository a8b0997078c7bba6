import type { TranslatedArea } from '../../catalogue.ts';
import type { account as english } from '../en/account.ts';

export const account: TranslatedArea<typeof english> = {
  title: 'Konto',
  you_are:
    'Sie sind <address></address>, {role, select, owner {Inhaber} other {Mitglied}} des Teams {team}.',
  change_password: 'Passwort ändern',
  current_password: 'Aktuelles Passwort',
  new_password: 'Neues Passwort',
  change: 'Ändern',
  password_changed: 'Passwort geändert. Sie wurden auf allen anderen Geräten abgemeldet.',
  sign_out_everywhere: 'Überall abmelden',
  ends_sessions: 'Beendet Ihre Sitzungen auf allen Geräten, auch auf diesem.',
  language: 'Sprache',
  language_of_browser: 'Sprache des Browsers',
  language_hint:
    'Für Seiten, Berichte und E-Mails an Sie. Heruntergeladene Ergebnisse und die API bleiben, wie sie sind.',
  save: 'Speichern',
  language_saved: 'Sprache gespeichert.',
  mails: 'E-Mail-Benachrichtigungen',
  mails_when:
    'Wenn eine Liste fertig ist oder pausiert, weil die Prüfungen des Monats verbraucht sind, und wenn sich eine beobachtete Liste geändert hat.',
  mails_own: 'Zu Listen, die ich hochgeladen habe',
  mails_all: 'Zu allen Listen des Teams',
  mails_none: 'Keine E-Mails',
  time_zone: 'Zeitzone',
  times_in: 'Uhrzeiten anzeigen in',
  zone_of_browser: 'der Zeitzone des Browsers',
};
