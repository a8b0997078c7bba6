import type { TranslatedArea } from '../../catalogue.ts';
import type { faults as english } from '../en/faults.ts';

export const faults: TranslatedArea<typeof english> = {
  quota_used_up: 'Das Kontingent ist aufgebraucht',
  not_allowed: 'Nicht erlaubt',
  owners_only: 'Nur für Inhaber',
  not_found: 'Nicht gefunden',
  no_longer_possible: 'Nicht mehr möglich',
  link_expired: 'Dieser Link ist abgelaufen',
  too_large: 'Zu groß',
  too_many_attempts: 'Zu viele Versuche',
  not_available: 'Zurzeit nicht verfügbar',
  error_occurred: 'Ein Fehler ist aufgetreten',
  back: 'Zurück',
  home: 'Startseite',
};
