import type { TranslatedArea } from '../../catalogue.ts';
import type { reasons as english } from '../en/reasons.ts';

export const reasons: TranslatedArea<typeof english> = {
  accepted: 'la casella accetta la posta',
  accept_all:
    'il dominio accetta qualsiasi indirizzo (catch-all), quindi questo potrebbe non esistere',
  disposable: 'indirizzo usa e getta',
  role: 'una casella condivisa da più persone (info, support, …)',
  suppressed: 'nella lista di esclusione del team, quindi non verificato',
  syntax: 'non è un indirizzo e-mail',
  no_mx: 'il dominio non riceve posta',
  mailbox: 'la casella non esiste, è piena o disattivata',
  no_answer: 'il server di posta non ha dato una risposta chiara',
  error: 'il servizio ha segnalato un errore',
  incomplete: 'non c’è un risultato completo',
  several_addresses: 'questa cella contiene più di un indirizzo',
};
