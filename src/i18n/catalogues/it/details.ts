import type { TranslatedArea } from '../../catalogue.ts';
import type { details as english } from '../en/details.ts';

export const details: TranslatedArea<typeof english> = {
  accepted: 'Il server di posta accetta messaggi per questa casella',
  exists_busy: 'La casella esiste; al momento riceve troppa posta',
  accept_all:
    'Il server di posta accetta qualsiasi nome di questo dominio, quindi la casella potrebbe non esistere',
  accepts_all_until_data:
    'Il provider accetta qualsiasi nome e rifiuta le caselle sconosciute solo dopo il messaggio',
  suppressed: 'È nella lista di esclusione del team, quindi non è stato verificato',
  syntax: 'Non è un indirizzo e-mail',
  no_mx: 'Il dominio non esiste o non ha un server di posta',
  null_mx: 'Il dominio dichiara di non accettare posta',
  no_mailbox: 'Il server di posta non conosce questa casella',
  full: 'La casella esiste, ma è piena',
  bounced: 'Un messaggio a questo indirizzo è stato respinto, secondo i Suoi esiti',
  disabled: 'La casella è disattivata o abbandonata',
  opted_out: 'Non verificato: il dominio chiede che nessuno verifichi le sue caselle',
  dns_failure: 'I name server non hanno dato una risposta utile sul dominio',
  dns_untrusted: 'Non verificato: un problema DNS da parte nostra',
  no_connection: 'Nessun server di posta del dominio è raggiungibile sulla porta 25',
  no_answer: 'Il server di posta ha accettato la connessione, ma non ha risposto in tempo',
  out_of_step: 'Il server di posta ha dato risposte contraddittorie',
  greylisted:
    'Il server di posta chiede ai mittenti sconosciuti di riprovare più tardi (greylisting)',
  deferred: 'Il server di posta ha un problema temporaneo',
  unproven:
    'Il server di posta ha accettato l’indirizzo, ma non è chiaro se accetti qualsiasi nome',
  blocked:
    'Il server di posta ha rifiutato la nostra verifica; questo non dice nulla sull’indirizzo',
  refused_network: 'Il server di posta ha un indirizzo che non è sulla rete pubblica',
  unclear: 'La risposta del server di posta non dice né che la casella esiste né che non esiste',
  internal: 'La verifica non è riuscita per un errore interno',
};
