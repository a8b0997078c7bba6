import type { TranslatedArea } from '../../catalogue.ts';
import type { detailsCounted as english } from '../en/details-counted.ts';

export const detailsCounted: TranslatedArea<typeof english> = {
  accepted:
    '{count, plural, one {# casella accetta la posta} other {# caselle accettano la posta}}',
  exists_busy: '{count, plural, one {# casella sovraccarica} other {# caselle sovraccariche}}',
  accept_all:
    '{count, plural, one {# indirizzo su un server catch-all} other {# indirizzi su server catch-all}}',
  accepts_all_until_data:
    '{count, plural, one {# indirizzo presso un provider che rifiuta dopo il messaggio} other {# indirizzi presso provider che rifiutano dopo il messaggio}}',
  suppressed:
    '{count, plural, one {# indirizzo nella lista di esclusione} other {# indirizzi nella lista di esclusione}}',
  syntax: '{count, plural, one {# indirizzo non valido} other {# indirizzi non validi}}',
  no_mx:
    '{count, plural, one {# indirizzo su un dominio senza server di posta} other {# indirizzi su domini senza server di posta}}',
  null_mx:
    '{count, plural, one {# indirizzo su un dominio che non riceve posta} other {# indirizzi su domini che non ricevono posta}}',
  no_mailbox: '{count, plural, one {# casella non esiste} other {# caselle non esistono}}',
  full: '{count, plural, one {# casella piena} other {# caselle piene}}',
  bounced:
    '{count, plural, one {# indirizzo con messaggio respinto} other {# indirizzi con messaggi respinti}}',
  disabled: '{count, plural, one {# casella disattivata} other {# caselle disattivate}}',
  opted_out:
    '{count, plural, one {# indirizzo di un dominio che chiede di non essere verificato} other {# indirizzi di domini che chiedono di non essere verificati}}',
  dns_failure:
    '{count, plural, one {# indirizzo senza risposta dal DNS} other {# indirizzi senza risposta dal DNS}}',
  dns_untrusted:
    '{count, plural, one {# indirizzo non verificato per il DNS} other {# indirizzi non verificati per il DNS}}',
  no_connection:
    '{count, plural, one {# indirizzo su un server irraggiungibile} other {# indirizzi su server irraggiungibili}}',
  no_answer:
    '{count, plural, one {# indirizzo senza risposta del server} other {# indirizzi senza risposta del server}}',
  out_of_step:
    '{count, plural, one {# indirizzo con risposte contraddittorie} other {# indirizzi con risposte contraddittorie}}',
  greylisted:
    '{count, plural, one {# indirizzo in greylisting} other {# indirizzi in greylisting}}',
  deferred:
    '{count, plural, one {# indirizzo rinviato dal server} other {# indirizzi rinviati dal server}}',
  unproven:
    '{count, plural, one {# indirizzo accettato senza controprova} other {# indirizzi accettati senza controprova}}',
  blocked:
    '{count, plural, one {# indirizzo su un server che rifiuta la nostra verifica} other {# indirizzi su server che rifiutano la nostra verifica}}',
  refused_network:
    '{count, plural, one {# indirizzo su un server in una rete privata} other {# indirizzi su server in reti private}}',
  unclear:
    '{count, plural, one {# indirizzo con risposta poco chiara} other {# indirizzi con risposta poco chiara}}',
  internal:
    '{count, plural, one {# indirizzo con un errore interno} other {# indirizzi con un errore interno}}',
};
