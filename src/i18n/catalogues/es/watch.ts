import type { TranslatedArea } from '../../catalogue.ts';
import type { watch as english } from '../en/watch.ts';

export const watch: TranslatedArea<typeof english> = {
  title: 'Vigilar esta lista',
  intro:
    'En el intervalo elegido se verifican de nuevo las direcciones pendientes. Las demás conservan su resultado y no cuestan nada. Si algo ha cambiado, llega un correo como el de una lista terminada, si este servicio envía correos, y los programas reciben el webhook list.changed.',
  every: 'Verificar de nuevo cada',
  days: 'días',
  start: 'Vigilar esta lista',
  change: 'Guardar',
  watched: 'Se verifica de nuevo cada {days, plural, one {día} other {# días}}.',
  next: 'Próxima ronda: {time}.',
  waits:
    'Hay una ronda en espera: {count, plural, one {# dirección está pendiente} other {# direcciones están pendientes}}, más de lo que queda de la cuota este mes. Empezará cuando la cuota lo permita.',
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
    'Nueva verificación ({time}): {count, plural, one {# dirección} other {# direcciones}}.',
  since_list: 'Comparada con {name} ({time}).',
  worse: 'Han empeorado',
  better: 'Recuperadas',
  other: 'Otro motivo, o sin decidir esta vez',
  added: 'Nuevas en la lista',
  removed: 'Ya no están en la lista',
  nothing: 'No ha cambiado nada.',
  download: 'Descargar los cambios (CSV)',
  download_round: 'Descargar los cambios del {time}',
  filter: 'Cambio: {change}',
  done_watched: 'Esta lista se vigila ahora.',
  done_unwatched: 'La lista ya no se vigila.',
  home_title: 'Listas vigiladas',
  home_watched: '{count, plural, one {Se vigila # lista.} other {Se vigilan # listas.}}',
  home_changed:
    '{name} cambió ({time}): peor {worse, number}, mejor {better, number}, otros cambios {other, number}.',
  home_nothing: 'No ha cambiado nada en los últimos 30 días.',
};
