import type { TranslatedArea } from '../../catalogue.ts';
import type { outcomes as english } from '../en/outcomes.ts';

export const outcomes: TranslatedArea<typeof english> = {
  title: 'Rückläufer',
  intro:
    'Was mit Ihren E-Mails geschah: Rückläufer, Beschwerden und Zustellungen, die Anbieter melden oder mailvet learn einliest. Die nächste Prüfung einer Adresse berücksichtigt sie.',
  addresses: 'Webhook-URLs für Ihre Anbieter',
  addresses_intro:
    'Legen Sie eine URL an und tragen Sie sie dort ein, wo der Anbieter nach einer Webhook-URL fragt. Eine Meldung zählt nur mit der Signatur des Anbieters.',
  hint_ses:
    'Abonnieren Sie in Amazon SNS das Thema Ihrer SES-Ereignisse mit dieser URL, per HTTPS. Das Abonnement bestätigt sich selbst.',
  hint_sendgrid:
    'In SendGrid unter Mail Settings, Event Webhook: Schalten Sie die Signatur ein und fügen Sie ihren Prüfschlüssel hier ein.',
  hint_mailgun:
    'In Mailgun unter Webhooks: Kopieren Sie den Signaturschlüssel für HTTP-Webhooks und fügen Sie ihn hier ein.',
  hint_postmark:
    'In Postmark unter Webhooks des Message Stream: Wählen Sie Bounce, Spam Complaint und Delivery. Die URL selbst ist das Geheimnis.',
  create: 'URL anlegen',
  renew: 'URL ersetzen',
  confirm_renew: 'Die URL für {provider} ersetzen? Die bisherige wird sofort ungültig.',
  address_of: 'URL für {provider}',
  copy_now: 'Kopieren Sie die URL jetzt. Sie wird nicht noch einmal angezeigt.',
  address_hidden:
    'Die URL ist in Gebrauch und kann nicht noch einmal angezeigt werden: Ersetzen Sie sie, wenn Sie sie verloren haben.',
  key_of: 'Signaturschlüssel von {provider}',
  save_key: 'Schlüssel speichern',
  key_known: 'Ein Schlüssel ist gespeichert.',
  key_missing: 'Ohne den Schlüssel wird jede Meldung abgewiesen.',
  never: 'Noch nichts empfangen.',
  reported:
    'Letzte Meldung: {time}. Insgesamt {count, plural, one {# Zustellergebnis} other {# Zustellergebnisse}}.',
  came: 'Empfangen: {count, plural, one {# Zustellergebnis} other {# Zustellergebnisse}}',
  caption: 'Die neuesten Zustellergebnisse',
  read_at: 'Eingelesen',
  outcome: 'Zustellergebnis',
  domain: 'Domain',
  happened: 'Wann',
  reply: 'Antwort',
  source: 'Quelle',
  none: 'Noch kein Zustellergebnis. mailvet learn liest sie aus Rückläufern und Exporten.',
  unknown_time: 'nicht bekannt',
  kind_delivered: 'zugestellt',
  kind_no_mailbox: 'kein Postfach',
  kind_full: 'Postfach voll',
  kind_disabled: 'Postfach gesperrt',
  kind_blocked: 'abgewiesen',
  kind_deferred: 'zurückgestellt',
  kind_complaint: 'Beschwerde',
  kind_undecided: 'nicht entschieden',
  done_created: 'Die URL ist bereit: Tragen Sie sie beim Anbieter ein.',
  done_key: 'Der Signaturschlüssel wurde gespeichert.',
};
