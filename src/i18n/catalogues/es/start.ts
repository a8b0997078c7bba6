import type { TranslatedArea } from '../../catalogue.ts';
import type { start as english } from '../en/start.ts';

export const start: TranslatedArea<typeof english> = {
  title: 'Preparada para empezar: la estimación',
  in_rows: 'en {count, plural, one {# fila} other {# filas}}',
  with_sheet: '{content}, hoja {sheet}',
  with_columns: '{content}, columna {columns}',
  duplicates: 'Duplicados',
  checked_once: '{count, plural, one {#, verificado} other {#, verificados}} una sola vez',
  without_address: 'Filas sin dirección válida',
  kept: '{count, plural, one {#, se deja como está} other {#, se dejan como están}}',
  known: 'Ya conocidas',
  from_cache: '{count}, de la caché, gratis',
  suppressed: 'En la lista de exclusión',
  not_checked: '{count}, sin verificar, gratis',
  sandbox: 'Sandbox',
  simulated: '{count}, simuladas, gratis',
  about: 'unas {count, number}',
  cost: 'Consumo',
  verifications: '{amount} {count, plural, one {verificación} other {verificaciones}}',
  left_this_month:
    '{left, plural, one {queda # de {quota, number}} other {quedan # de {quota, number}}} este mes',
  time: 'Tiempo',
  few_seconds: 'unos segundos',
  from_to: 'de {from} a {to}',
  early: 'algunos servidores nos piden volver más tarde: tardan hasta {time} más',
  undecided: 'No se puede decidir',
  undecided_share: '{share} de {count, plural, one {# dirección} other {# direcciones}}',
  cause_accepts_all_until_data:
    '{count} en proveedores que aceptan toda dirección hasta que llega el mensaje, como Yahoo',
  cause_accept_all:
    '{count} en dominios que aceptan cualquier dirección, según resultados anteriores',
  cause_opted_out: '{count} en dominios que piden no ser verificados',
  cause_dns_failure: '{count} en dominios cuyos servidores de nombres no responden',
  cause_port_25_closed: '{count} porque el puerto 25 está cerrado aquí',
  these_too: '¿Verificar también esto?',
  column_too: 'La columna {name} <faint>también contiene direcciones</faint>',
  sheet_too: 'La hoja {name} <faint>también contiene direcciones; será una lista aparte</faint>',
  split_cells:
    '{count, plural, one {# celda tiene} other {# celdas tienen}} más de una dirección: <faint>separarlas y verificar cada una</faint>',
  over_quota:
    '{count} más que su cuota. Esperan hasta el {day}, o hasta que se suba la cuota; la lista continúa sola.',
  start: 'Iniciar',
  start_and_wait: 'Iniciar y esperar la cuota',
  verify_now: 'Verificar {count, number} ahora',
  confirm_delete: '¿Eliminar {name}? Todavía no se ha verificado nada.',
};
