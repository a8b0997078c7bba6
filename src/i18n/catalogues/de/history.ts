import type { TranslatedArea } from '../../catalogue.ts';
import type { history as english } from '../en/history.ts';

export const history: TranslatedArea<typeof english> = {
  title: 'Adresse prüfen',
  verify_address: 'Eine Adresse prüfen',
  everything_checked: 'Alles bisher Geprüfte',
  caption: 'Prüfungen, neueste zuerst',
  none: 'Noch keine Ergebnisse.',
  none_so_far: 'Bisher keine passenden Adressen.',
  none_matching: 'Keine passenden Adressen.',
  cut_off: 'Durchsucht bis {time}. <link>Ältere Ergebnisse durchsuchen</link>',
  cut_off_beginnings:
    'Von Ergebnissen, die älter sind als {time}, werden nur die Adresse „{search}“ und Domains gezeigt, die damit beginnen. <link>Alle älteren Ergebnisse durchsuchen</link>',
  verify: 'Prüfen',
  verifying: 'Wird geprüft…',
  check_again: 'Erneut prüfen (verbraucht 1 Prüfung)',
  score_of: '{score, number} von 100',
  yes: 'ja',
  no: 'nein',
  did_you_mean: 'Meinten Sie',
  provider: 'E-Mail-Anbieter',
  mail_server: 'Mailserver',
  sending_ip: 'Absende-IP',
  reply: 'Antwort',
  domain_outcomes: 'Ihre E-Mails an diese Domain',
  domain_outcomes_text:
    'bei {delivered, number} von {count, plural, one {# Adresse} other {# Adressen}} angekommen, seit {since}',
  checked: 'Geprüft',
  cached: '{time} (gespeichert)',
  attempts: 'Versuche',
  verify_again_after: 'Erneut prüfen nach',
  address_too_long: 'Eine Adresse darf höchstens {count, number} Zeichen haben',
};
