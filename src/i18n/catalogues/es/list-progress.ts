import type { TranslatedArea } from '../../catalogue.ts';
import type { listProgress as english } from '../en/list-progress.ts';

export const listProgress: TranslatedArea<typeof english> = {
  units:
    '{unit, select, entry {{count, plural, one {# entrada} other {# entradas}}} other {{count, plural, one {# fila} other {# filas}}}}',
  of_units:
    'de {unit, select, entry {{count, plural, one {# entrada} other {# entradas}}} other {{count, plural, one {# fila} other {# filas}}}}',
  checked: '{rows}: verificación completada',
  not_checked: '{count, number} {of_rows} sin verificar',
  checked_of: '{count, number} {of_rows} verificadas',
  checked_again:
    '{count, number} de {total, plural, one {# dirección} other {# direcciones}}, nueva verificación',
  with_time: '{done}, {left}',
  waits_open_batches: 'Esperando a que termine otra lista de su equipo.',
  waits_storage:
    'En pausa: el almacenamiento de su equipo está lleno. Continúa cuando se eliminen listas o lotes de la API, o cuando se suba el límite.',
  waits_file:
    'Falta el archivo de esta lista en el servicio. Continúa por sí sola cuando el operador haya devuelto el archivo a su sitio.',
  waits_braked:
    '{provider} rechaza cada vez más sesiones nuestras: abrimos la mitad y paramos si eso no ayuda. No tiene que hacer nada.',
  waits_quietly:
    'Algunos servidores responden despacio o nos pidieron volver en unos minutos. No tiene que hacer nada: la lista termina sola.',
  waits_quota:
    'En pausa: su equipo ha usado {count, plural, one {la única verificación} other {las # verificaciones}} de este mes. Continúa el {day}, o cuando un propietario suba la cuota.',
  waits_for_hosts:
    '{count, plural, one {# dirección espera} other {# direcciones esperan}}: {why, select, greylisted {sus servidores nos pidieron volver más tarde} other {sus servidores nos frenaron}}. Próximo intento {next}. No tiene que hacer nada: la lista termina sola.',
  in_a_moment: 'en un momento',
  in_about: 'en {time} aproximadamente',
  safe: '{unit, select, row {{count, plural, one {fila segura} other {filas seguras}}} other {{count, plural, one {persona a la que es seguro escribir} other {personas a las que es seguro escribir}}}}',
  safe_so_far: '{safe} hasta ahora',
  would_bounce: 'Sin la verificación, rebotaría hasta el {percent, number} %.',
  few_would_bounce: 'Sin la verificación, rebotaría menos del 1 %.',
  not_started: '{count, plural, one {# dirección} other {# direcciones}}, verificación sin iniciar',
  feed_running: '{checked}, {safe, plural, one {# segura} other {# seguras}} hasta ahora',
  feed_done: '{safe, plural, one {# segura} other {# seguras}}, {of_rows}',
  feed_open: '{done}, {count, number} sin verificar',
};
