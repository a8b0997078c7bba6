import type { TranslatedArea } from '../../catalogue.ts';
import type { details as english } from '../en/details.ts';

export const details: TranslatedArea<typeof english> = {
  accepted: 'Der Mailserver nimmt E-Mails für dieses Postfach an',
  exists_busy: 'Das Postfach existiert; es empfängt gerade zu viele E-Mails',
  accept_all:
    'Der Mailserver nimmt jeden Namen dieser Domain an; das Postfach existiert daher vielleicht nicht',
  accepts_all_until_data:
    'Der Anbieter nimmt jeden Namen an und weist unbekannte Postfächer erst nach der Nachricht ab',
  suppressed: 'Sie steht auf der Sperrliste des Teams und wurde nicht geprüft',
  syntax: 'Das ist keine E-Mail-Adresse',
  no_mx: 'Die Domain existiert nicht oder hat keinen Mailserver',
  null_mx: 'Die Domain gibt an, keine E-Mails anzunehmen',
  no_mailbox: 'Der Mailserver kennt dieses Postfach nicht',
  full: 'Das Postfach existiert, ist aber voll',
  bounced: 'E-Mails an die Adresse kamen zurück, wie Ihre Zustellergebnisse zeigen',
  disabled: 'Das Postfach ist gesperrt oder verwaist',
  opted_out: 'Nicht geprüft: Die Domain bittet darum, dass niemand ihre Postfächer abfragt',
  dns_failure: 'Die Nameserver haben keine brauchbare Antwort zur Domain gegeben',
  dns_untrusted: 'Nicht geprüft: ein DNS-Problem auf unserer Seite',
  no_connection: 'Kein Mailserver der Domain war auf Port 25 erreichbar',
  no_answer: 'Der Mailserver nahm die Verbindung an, antwortete aber nicht rechtzeitig',
  out_of_step: 'Der Mailserver hat widersprüchlich geantwortet',
  greylisted: 'Der Mailserver bittet unbekannte Absender, später wiederzukommen (Greylisting)',
  deferred: 'Der Mailserver hat vorübergehend ein Problem',
  unproven: 'Der Mailserver hat die Adresse angenommen; ob er jeden Namen annimmt, blieb offen',
  blocked: 'Der Mailserver hat unsere Prüfung abgelehnt; das sagt nichts über die Adresse',
  refused_network: 'Der Mailserver hat eine Adresse, die nicht im öffentlichen Internet liegt',
  unclear:
    'Die Antwort des Mailservers sagt weder, dass das Postfach existiert, noch, dass es fehlt',
  internal: 'Die Prüfung ist an einem internen Fehler gescheitert',
};
