import type { TranslatedArea } from '../../catalogue.ts';
import type { detailsAdvice as english } from '../en/details-advice.ts';

export const detailsAdvice: TranslatedArea<typeof english> = {
  accepted: 'Senden.',
  exists_busy: 'Senden.',
  accept_all:
    'Bei großen Mailings auslassen: zunächst wenige solcher Adressen anschreiben und entfernen, was zurückkommt.',
  accepts_all_until_data:
    'Bei großen Mailings auslassen: zunächst wenige solcher Adressen anschreiben und entfernen, was zurückkommt.',
  suppressed: 'Nicht anschreiben.',
  syntax: 'Korrigieren oder entfernen.',
  no_mx: 'Entfernen.',
  null_mx: 'Entfernen.',
  no_mailbox: 'Entfernen.',
  full: 'In einigen Wochen erneut prüfen; entfernen, wenn das Postfach dann noch voll ist.',
  bounced: 'Entfernen, sofern Sie nicht wissen, dass es das Postfach wieder gibt.',
  disabled: 'Entfernen.',
  opted_out: 'Behalten: Mehr kann nur die Domain sagen.',
  dns_failure: 'Später erneut prüfen; `mailvet doctor` prüft Ihre Nameserver.',
  dns_untrusted: 'Erneut prüfen, sobald Ihre Administration das DNS repariert hat.',
  no_connection: 'Später erneut prüfen; `mailvet doctor` prüft Port 25.',
  no_answer: 'Später erneut prüfen.',
  out_of_step: 'Später erneut prüfen.',
  greylisted: 'Nach der angegebenen Zeit erneut prüfen.',
  deferred: 'Später erneut prüfen.',
  unproven: 'Später erneut prüfen.',
  blocked: 'Von einer anderen IP-Adresse erneut prüfen (fragen Sie Ihre Administration).',
  refused_network: 'Aus diesem Netz heraus prüfen oder entfernen.',
  unclear: 'Später erneut prüfen.',
  internal: 'Erneut prüfen; bitte melden, wenn es wieder geschieht.',
};
