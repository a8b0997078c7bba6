import type { TranslatedArea } from '../../catalogue.ts';
import type { problems as english } from '../en/problems.ts';

export const problems: TranslatedArea<typeof english> = {
  dns_failure: 'DNS antwortet nicht, daher sind Mailserver nicht auffindbar',
  dns_untrusted: 'DNS liefert hier falsche Antworten, daher werden sie ignoriert',
  port_25_closed: 'Kein Mailserver ist erreichbar: Der ausgehende Port 25 ist geschlossen',
  blocked:
    'Die meisten Anbieter lehnen diesen Server ab: Seine IP-Adresse steht auf einer Blockliste',
};
