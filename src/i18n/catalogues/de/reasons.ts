import type { TranslatedArea } from '../../catalogue.ts';
import type { reasons as english } from '../en/reasons.ts';

export const reasons: TranslatedArea<typeof english> = {
  accepted: 'das Postfach nimmt E-Mails an',
  accept_all:
    'die Domain nimmt jede Adresse an (Catch-all); diese existiert daher vielleicht nicht',
  disposable: 'Wegwerfadresse',
  role: 'ein Postfach mehrerer Personen (info, support, …)',
  suppressed: 'auf der Sperrliste des Teams, daher nicht geprüft',
  syntax: 'keine E-Mail-Adresse',
  no_mx: 'die Domain empfängt keine E-Mails',
  mailbox: 'das Postfach existiert nicht, ist voll oder gesperrt',
  no_answer: 'der Mailserver hat nicht eindeutig geantwortet',
  error: 'der Dienst hat einen Fehler gemeldet',
  incomplete: 'es gibt kein vollständiges Ergebnis',
  several_addresses: 'diese Zelle enthält mehr als eine Adresse',
};
