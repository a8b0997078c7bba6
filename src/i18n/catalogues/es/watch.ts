import type { TranslatedArea } from '../../catalogue.ts';
import type { watch as english } from '../en/watch.ts';

export const watch: TranslatedArea<typeof english> = {
  title: 'Vigilar esta lista',
  intro:
    'Cada cierto número de días se verifican de nuevo las direcciones a las que les toca. Las demás conservan su resultado y no cuestan nada. Si algo cambió, llega un correo como el de una lista terminada, si este servicio envía correos, y los programas reciben el webhook list.changed.',
  every: 'Verificar de nuevo cada',
  days: 'días',
  start: 'Vigilar esta lista',
  change: 'Guardar',
  watched: 'Se verifica de nuevo cada {days, plural, one {día} other {# días}}.',
  next: 'Próxima ronda: {time}.',
  waits:
    'Hay una ronda en espera: a {count, plural, one {# dirección} other {# direcciones}} les toca, más de lo que queda de la cuota este mes. Empezará cuando la cuota lo permita.',
  stop: 'Dejar de vigilar',
  confirm_stop: '¿Dejar de vigilar {name}? Sus rondas y los cambios se conservan.',
  rounds: 'Rondas',
  rounds_caption: 'Rondas de esta lista, la más reciente primero',
  date: 'Fecha',
  checked: 'Verificadas de nuevo',
  changed: 'Cambiadas',
  running: 'en curso',
  since: 'Desde la última vez',
  since_round:
    '{count, plural, one {# dirección verificada} other {# direcciones verificadas}} de nuevo {time}.',
  since_list: 'Comparada con {name} del {time}.',
  worse: 'Han empeorado',
  better: 'Han vuelto',
  other: 'Otro motivo, o sin decidir esta vez',
  added: 'Nuevas en la lista',
  removed: 'Ya no están en la lista',
  nothing: 'No ha cambiado nada.',
  download: 'Descargar los cambios (CSV)',
  download_round: 'Descargar los cambios del {time}',
  filter: 'Cambio: {change}',
  done_watched: 'La lista se vigila.',
  done_unwatched: 'La lista ya no se vigila.',
  home_title: 'Listas vigiladas',
  home_watched: '{count, plural, one {Se vigila # lista.} other {Se vigilan # listas.}}',
  home_changed:
    '{name} cambió {time}: {worse, number} peor, {better, number} mejor, {other, number} de otro modo.',
  home_nothing: 'No ha cambiado nada en los últimos 30 días.',
};
