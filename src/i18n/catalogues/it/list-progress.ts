import type { TranslatedArea } from '../../catalogue.ts';
import type { listProgress as english } from '../en/list-progress.ts';

export const listProgress: TranslatedArea<typeof english> = {
  units:
    '{unit, select, entry {{count, plural, one {# voce} other {# voci}}} other {{count, plural, one {# riga} other {# righe}}}}',
  of_units:
    'di {unit, select, entry {{count, plural, one {# voce} other {# voci}}} other {{count, plural, one {# riga} other {# righe}}}}',
  checked: '{rows}: verifica completata',
  not_checked: '{count, number} {of_rows} non verificate',
  checked_of: '{count, number} {of_rows} verificate',
  checked_again:
    '{count, number} di {total, plural, one {# indirizzo} other {# indirizzi}}, nuova verifica',
  with_time: '{done}, {left}',
  waits_open_batches: 'In attesa che finisca un’altra lista del team.',
  waits_storage:
    'In pausa: lo spazio del team è pieno. Riprende quando si eliminano liste o batch API, o quando il limite viene aumentato.',
  waits_file:
    'Il file di questa lista manca sul servizio. Riprende da sola quando il gestore ha rimesso il file al suo posto.',
  waits_braked:
    '{provider} rifiuta sempre più nostre sessioni: ne apriamo la metà e smettiamo se non basta. Non deve fare nulla.',
  waits_quietly:
    'Alcuni server rispondono lentamente o ci hanno chiesto di tornare tra qualche minuto. Non deve fare nulla: la lista finisce da sola.',
  waits_quota:
    'In pausa: il team ha usato {count, plural, one {la sola verifica} other {le # verifiche}} di questo mese. Riprende il {day}, o quando un proprietario aumenta la quota.',
  waits_for_hosts:
    '{count, plural, one {# indirizzo attende} other {# indirizzi attendono}}: {why, select, greylisted {i server ci hanno chiesto di tornare più tardi} other {i server ci hanno rallentati}}. Prossimo tentativo {next}. Non deve fare nulla: la lista finisce da sola.',
  in_a_moment: 'tra un attimo',
  in_about: 'tra circa {time}',
  safe: '{unit, select, row {{count, plural, one {riga sicura} other {righe sicure}}} other {{count, plural, one {persona a cui è sicuro scrivere} other {persone a cui è sicuro scrivere}}}}',
  safe_so_far: '{safe} finora',
  would_bounce: 'Senza la verifica, fino al {percent, number}% dei messaggi sarebbe respinto.',
  few_would_bounce: 'Senza la verifica, meno dell’1% dei messaggi sarebbe respinto.',
  not_started: '{count, plural, one {# indirizzo} other {# indirizzi}}, verifica non avviata',
  feed_running: '{checked}, {safe, plural, one {# sicura} other {# sicure}} finora',
  feed_done: '{safe, plural, one {# sicura} other {# sicure}}, {of_rows}',
  feed_open: '{done}, {count, number} non verificate',
};
