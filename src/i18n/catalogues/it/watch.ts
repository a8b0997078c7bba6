import type { TranslatedArea } from '../../catalogue.ts';
import type { watch as english } from '../en/watch.ts';

export const watch: TranslatedArea<typeof english> = {
  title: 'Tieni d’occhio questa lista',
  intro:
    'Ogni tanti giorni vengono verificati di nuovo gli indirizzi per cui è il momento. Gli altri mantengono il loro risultato e non costano nulla. Se qualcosa è cambiato, arriva un’e-mail come per una lista finita, se questo servizio invia e-mail, e i programmi ricevono il webhook list.changed.',
  every: 'Verifica di nuovo ogni',
  days: 'giorni',
  start: 'Tieni d’occhio questa lista',
  change: 'Salva',
  watched: 'Verificata di nuovo {days, plural, one {ogni giorno} other {ogni # giorni}}.',
  next: 'Prossimo giro: {time}.',
  waits:
    'Un giro è in attesa: {count, plural, one {# indirizzo è da verificare} other {# indirizzi sono da verificare}}, più di quanto resta della quota di questo mese. Comincia quando la quota lo permette.',
  stop: 'Non tenere più d’occhio',
  confirm_stop: 'Non tenere più d’occhio {name}? I giri e i loro cambiamenti restano.',
  rounds: 'Giri',
  rounds_caption: 'Giri di questa lista, dal più recente',
  date: 'Data',
  checked: 'Verificati di nuovo',
  changed: 'Cambiati',
  running: 'in corso',
  since: 'Dall’ultima volta',
  since_round:
    '{count, plural, one {# indirizzo verificato} other {# indirizzi verificati}} di nuovo {time}.',
  since_list: 'Confrontata con {name} del {time}.',
  worse: 'Peggiorati',
  better: 'Tornati raggiungibili',
  other: 'Altro motivo, o non deciso questa volta',
  added: 'Nuovi nella lista',
  removed: 'Non più nella lista',
  nothing: 'Non è cambiato nulla.',
  download: 'Scarica i cambiamenti (CSV)',
  download_round: 'Scarica i cambiamenti del {time}',
  filter: 'Cambiamento: {change}',
  done_watched: 'La lista è tenuta d’occhio.',
  done_unwatched: 'La lista non è più tenuta d’occhio.',
  home_title: 'Liste tenute d’occhio',
  home_watched:
    '{count, plural, one {# lista è tenuta d’occhio.} other {# liste sono tenute d’occhio.}}',
  home_changed:
    '{name} è cambiata {time}: {worse, number} peggio, {better, number} meglio, {other, number} altrimenti.',
  home_nothing: 'Negli ultimi 30 giorni non è cambiato nulla.',
};
