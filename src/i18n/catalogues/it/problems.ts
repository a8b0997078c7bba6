import type { TranslatedArea } from '../../catalogue.ts';
import type { problems as english } from '../en/problems.ts';

export const problems: TranslatedArea<typeof english> = {
  dns_failure: 'Il DNS non risponde, quindi i server di posta non si trovano',
  dns_untrusted: 'Qui il DNS dà risposte errate, quindi vengono ignorate',
  port_25_closed: 'Nessun server di posta è raggiungibile: la porta 25 in uscita è chiusa',
  blocked:
    'La maggior parte dei provider rifiuta questo server: il suo indirizzo IP è in una blocklist',
};
