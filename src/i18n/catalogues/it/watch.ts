import type { TranslatedArea } from '../../catalogue.ts';
import type { watch as english } from '../en/watch.ts';

export const watch: TranslatedArea<typeof english> = {
  title: 'Monitora questa lista',
  intro:
    'Nell’intervallo scelto vengono verificati di nuovo gli indirizzi da riverificare. Gli altri mantengono il loro risultato e non costano nulla. Se qualcosa è cambiato, arriva un’e-mail come per una lista finita, se questo servizio invia e-mail, e i programmi ricevono il webhook list.changed.',
  every: 'Verifica di nuovo ogni',
  days: 'giorni',
  start: 'Monitora questa lista',
  change: 'Salva',
  watched: 'Verificata di nuovo {days, plural, one {ogni giorno} other {ogni # giorni}}.',
  next: 'Prossima verifica: {time}.',
  waits:
    'Una verifica è in attesa: {count, plural, one {# indirizzo è da riverificare} other {# indirizzi sono da riverificare}}, più di quanto resta della quota di questo mese. Comincia quando la quota lo permette.',
  stop: 'Non monitorare più',
  confirm_stop: 'Non monitorare più {name}? Le verifiche passate e i loro cambiamenti restano.',
  rounds: 'Verifiche periodiche',
  rounds_caption: 'Verifiche periodiche di questa lista, dalla più recente',
  date: 'Data',
  checked: 'Verificati di nuovo',
  changed: 'Cambiati',
  running: 'in corso',
  since: 'Dall’ultima volta',
  since_round: 'Nuova verifica ({time}): {count, plural, one {# indirizzo} other {# indirizzi}}.',
  since_list: 'Confrontata con {name} ({time}).',
  worse: 'Peggiorati',
  better: 'Tornati raggiungibili',
  other: 'Altro motivo, o non deciso questa volta',
  added: 'Nuovi nella lista',
  removed: 'Non più nella lista',
  nothing: 'Non è cambiato nulla.',
  download: 'Scarica i cambiamenti (CSV)',
  download_round: 'Scarica i cambiamenti del {time}',
  filter: 'Cambiamento: {change}',
  done_watched: 'Questa lista è ora monitorata.',
  done_unwatched: 'La lista non è più monitorata.',
  home_title: 'Liste monitorate',
  home_watched: '{count, plural, one {# lista è monitorata.} other {# liste sono monitorate.}}',
  home_changed:
    '{name} è cambiata ({time}): peggiorati {worse, number}, migliorati {better, number}, altre variazioni {other, number}.',
  home_nothing: 'Negli ultimi 30 giorni non è cambiato nulla.',
};
