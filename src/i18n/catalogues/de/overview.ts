import type { TranslatedArea } from '../../catalogue.ts';
import type { overview as english } from '../en/overview.ts';

export const overview: TranslatedArea<typeof english> = {
  your_lists: 'Ihre Listen',
  verify_list: 'Liste prüfen',
  upload_your_list: 'Laden Sie Ihre Liste hoch',
  sample_note: 'Sehen Sie in einer Minute, was Sie zu einer Liste erhalten.',
  check_one: 'Eine Adresse prüfen',
  check_one_note: 'Sehen Sie, was ein Ergebnis bedeutet und was der Mailserver geantwortet hat.',
  invite: 'Teammitglied einladen',
  invite_note: 'Alle im Team sehen dieselben Listen.',
  left_until: '<b>{left, number}</b> von {quota, number} übrig bis zum {day}',
  quota_used: 'Verbrauchtes Kontingent',
  reserved: '{count, number} verbraucht oder für laufende Prüfungen reserviert',
  charged:
    '{count, number} verbraucht, {free, number} ohne Anrechnung (gespeicherte Ergebnisse, Duplikate und Sandbox-Adressen)',
  given_back: '{count, number} nicht angerechnet, da keine Entscheidung möglich war',
  nearly_reached: '{share} der Prüfungen dieses Monats sind verbraucht.',
  storage: 'Speicher',
  stored_lists: 'Listen: <b>{used}</b> von {limit}',
  stored_batches: 'Batches und Verlauf: <b>{used}</b> von {limit}',
  last_days:
    '{count, plural, one {# Ergebnis} other {# Ergebnisse}} in den letzten {days, number} Tagen',
  by_day: 'Nach Tagen (UTC), gespeicherte Ergebnisse eingeschlossen',
  chart:
    '{count, plural, one {# Prüfung} other {# Prüfungen}} in {days, number} Tagen, höchstens {most, number} an einem Tag',
  show_table: 'Als Tabelle zeigen',
  chart_caption: 'Prüfungen nach Tagen',
  day_column: 'Tag (UTC)',
  verifications_column: 'Prüfungen',
  day_count: '{day}: {count, number}',
};
