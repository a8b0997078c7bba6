import type { TranslatedArea } from '../../catalogue.ts';
import type { keys as english } from '../en/keys.ts';

export const keys: TranslatedArea<typeof english> = {
  title: 'Schlüssel',
  create_title: 'Schlüssel erstellen',
  intro:
    'Verbinden Sie Website, CRM oder Skripte mit einem API-Schlüssel. <link>API-Dokumentation lesen</link>.',
  team_keys: 'Schlüssel des Teams',
  name: 'Name',
  key: 'Schlüssel',
  scopes: 'Rechte',
  created_by: 'Erstellt von',
  by_command_line: 'Kommandozeile',
  last_used: 'Zuletzt benutzt',
  expires: 'Läuft ab',
  no_name: 'ohne Namen',
  none: 'Noch kein Schlüssel.',
  name_example: 'Webshop',
  expires_optional: 'Läuft ab (optional)',
  what_it_can_do: 'Was er darf',
  scope_verify: 'Adressen prüfen, Batches erstellen und abbrechen',
  scope_read: 'den Verlauf und Batches mit Ergebnissen lesen',
  scope_manage: 'Batches löschen, die Sperrliste ändern',
  scope_learn: 'Zustellergebnisse einreichen',
  new_key: 'Ihr neuer Schlüssel',
  copy_now: 'Kopieren Sie den Schlüssel jetzt. Er wird nicht noch einmal angezeigt.',
  api_key: 'API-Schlüssel',
  expired: 'Abgelaufen',
  confirm_revoke:
    'Schlüssel {name} widerrufen? Programme, die ihn verwenden, funktionieren sofort nicht mehr.',
  revoke_key: '{name} widerrufen',
  revoke: 'Widerrufen',
  revoked_at: 'widerrufen: {time}',
  done_revoked: 'Der Schlüssel ist widerrufen.',
  write_day: 'Schreiben Sie den letzten Tag als 2027-01-31',
};
