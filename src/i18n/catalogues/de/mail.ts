import type { TranslatedArea } from '../../catalogue.ts';
import type { mail as english } from '../en/mail.ts';

export const mail: TranslatedArea<typeof english> = {
  paused: '{name} ist pausiert: Die Prüfungen dieses Monats sind verbraucht',
  paused_why: '{name} ist pausiert: Ihr Team hat die Prüfungen dieses Monats verbraucht.',
  paused_until: 'Es geht nächsten Monat weiter oder wenn ein Inhaber das Kontingent erhöht.',
  done: '{name}: {count, number} sicher anschreibbar',
  done_rows:
    '{name} ist geprüft. Sicher anschreibbar: {safe, number} von {count, plural, one {# Zeile} other {# Zeilen}}.',
  changed: '{name} hat sich geändert',
  changed_by:
    '{name} wurde erneut geprüft: {worse, number} schlechter, {better, number} besser, {other, number} mit anderen Änderungen.',
  verdict_count: '{verdict}: {count, number}',
  open_list: 'Liste öffnen',
  why_you: 'Sie erhalten diese E-Mail aufgrund Ihrer Einstellungen in mailvet, Team {team}.',
  change_settings: 'Ändern: {url}',
};
