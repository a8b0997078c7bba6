import type { TranslatedArea } from '../../catalogue.ts';
import type { summary as english } from '../en/summary.ts';

export const summary: TranslatedArea<typeof english> = {
  addresses: '{count, plural, one {# indirizzo} other {# indirizzi}}',
  addresses_in_rows: '{addresses} in {count, plural, one {# riga} other {# righe}}',
  rows_with_addresses: '{count, plural, one {# riga} other {# righe}} con {addresses}',
  without_address: '{count, number} senza indirizzo',
  of_list: '{name}: {addresses}',
  score: 'punti',
  sample_is_whole: 'Il campione è l’intera lista, {addresses}:',
  projected: 'Proiettato da un campione di {count, number} su {addresses}:',
  distinct_addresses: '{count, plural, one {# indirizzo distinto} other {# indirizzi distinti}}',
  likely: 'probabile {range} (da {low, number} a {high, number} indirizzi)',
  typos:
    '{count, plural, one {# probabile errore di battitura} other {# probabili errori di battitura}}: la colonna suggestion contiene l’indirizzo probabile',
  same_mailbox:
    '{count, plural, one {# indirizzo ha la casella di un altro: non è stato verificato a parte} other {# indirizzi hanno la casella di un altro: non sono stati verificati a parte}}',
  deduplicated:
    '{count, plural, one {# riga con la casella di un’altra è stata omessa} other {# righe con la casella di un’altra sono state omesse}} (--dedupe)',
  reason_disposable:
    '{count, plural, one {# indirizzo usa e getta} other {# indirizzi usa e getta}}',
  reason_role: '{count, plural, one {# indirizzo di ruolo} other {# indirizzi di ruolo}}',
  reason_mailbox:
    '{count, plural, one {# casella rifiuta la posta} other {# caselle rifiutano la posta}}',
  reason_error:
    '{count, plural, one {# indirizzo con un errore del servizio} other {# indirizzi con un errore del servizio}}',
  reason_incomplete:
    '{count, plural, one {# indirizzo senza risultato completo} other {# indirizzi senza risultato completo}}',
  reason_several_addresses:
    '{count, plural, one {# cella con più indirizzi} other {# celle con più indirizzi}}',
  others: '{count, plural, one {# altro} other {# altri}}',
};
