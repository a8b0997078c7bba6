import type { TranslatedArea } from '../../catalogue.ts';
import type { detailsCounted as english } from '../en/details-counted.ts';

export const detailsCounted: TranslatedArea<typeof english> = {
  accepted:
    '{count, plural, one {# Postfach nimmt E-Mails an} other {# Postfächer nehmen E-Mails an}}',
  exists_busy: '{count, plural, one {# Postfach ausgelastet} other {# Postfächer ausgelastet}}',
  accept_all:
    '{count, plural, one {# Adresse bei einem Catch-all-Server} other {# Adressen bei Catch-all-Servern}}',
  accepts_all_until_data:
    '{count, plural, one {# Adresse bei einem Anbieter, der erst nach der Nachricht abweist} other {# Adressen bei Anbietern, die erst nach der Nachricht abweisen}}',
  suppressed:
    '{count, plural, one {# Adresse auf der Sperrliste} other {# Adressen auf der Sperrliste}}',
  syntax: '{count, plural, one {# ungültige Adresse} other {# ungültige Adressen}}',
  no_mx:
    '{count, plural, one {# Adresse bei einer Domain ohne Mailserver} other {# Adressen bei Domains ohne Mailserver}}',
  null_mx:
    '{count, plural, one {# Adresse bei einer Domain, die keine E-Mails annimmt} other {# Adressen bei Domains, die keine E-Mails annehmen}}',
  no_mailbox:
    '{count, plural, one {# Postfach existiert nicht} other {# Postfächer existieren nicht}}',
  full: '{count, plural, one {# Postfach voll} other {# Postfächer voll}}',
  bounced: '{count, plural, one {# Adresse mit Rückläufer} other {# Adressen mit Rückläufern}}',
  disabled: '{count, plural, one {# Postfach gesperrt} other {# Postfächer gesperrt}}',
  opted_out:
    '{count, plural, one {# Adresse bei einer Domain, die Abfragen ablehnt} other {# Adressen bei Domains, die Abfragen ablehnen}}',
  dns_failure:
    '{count, plural, one {# Adresse ohne Antwort vom DNS} other {# Adressen ohne Antwort vom DNS}}',
  dns_untrusted:
    '{count, plural, one {# Adresse wegen DNS nicht geprüft} other {# Adressen wegen DNS nicht geprüft}}',
  no_connection:
    '{count, plural, one {# Adresse bei einem unerreichbaren Mailserver} other {# Adressen bei unerreichbaren Mailservern}}',
  no_answer:
    '{count, plural, one {# Adresse ohne Antwort des Mailservers} other {# Adressen ohne Antwort der Mailserver}}',
  out_of_step:
    '{count, plural, one {# Adresse mit widersprüchlichen Antworten} other {# Adressen mit widersprüchlichen Antworten}}',
  greylisted: '{count, plural, one {# Adresse im Greylisting} other {# Adressen im Greylisting}}',
  deferred:
    '{count, plural, one {# Adresse vom Mailserver zurückgestellt} other {# Adressen von Mailservern zurückgestellt}}',
  unproven:
    '{count, plural, one {# Adresse ohne Gegenprobe angenommen} other {# Adressen ohne Gegenprobe angenommen}}',
  blocked:
    '{count, plural, one {# Adresse bei einem Mailserver, der unsere Prüfung ablehnt} other {# Adressen bei Mailservern, die unsere Prüfung ablehnen}}',
  refused_network:
    '{count, plural, one {# Adresse bei einem Mailserver in einem privaten Netz} other {# Adressen bei Mailservern in privaten Netzen}}',
  unclear:
    '{count, plural, one {# Adresse mit unklarer Antwort} other {# Adressen mit unklarer Antwort}}',
  internal:
    '{count, plural, one {# Adresse mit internem Fehler} other {# Adressen mit internem Fehler}}',
};
