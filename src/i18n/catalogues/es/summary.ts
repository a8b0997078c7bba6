import type { TranslatedArea } from '../../catalogue.ts';
import type { summary as english } from '../en/summary.ts';

export const summary: TranslatedArea<typeof english> = {
  addresses: '{count, plural, one {# dirección} other {# direcciones}}',
  addresses_in_rows: '{addresses} en {count, plural, one {# fila} other {# filas}}',
  rows_with_addresses: '{count, plural, one {# fila} other {# filas}} con {addresses}',
  without_address: '{count, number} sin dirección',
  of_list: '{name}: {addresses}',
  score: 'puntos',
  sample_is_whole: 'La muestra es toda la lista, {addresses}:',
  projected: 'Proyectado de una muestra de {count, number} a {addresses}:',
  distinct_addresses: '{count, plural, one {# dirección distinta} other {# direcciones distintas}}',
  likely: 'probable {range} ({low, number} a {high, number} direcciones)',
  typos:
    '{count, plural, one {# probable error de escritura} other {# probables errores de escritura}}: la columna suggestion tiene la dirección probable',
  same_mailbox:
    '{count, plural, one {# dirección tiene el buzón de otra: no se verificó aparte} other {# direcciones tienen el buzón de otra: no se verificaron aparte}}',
  deduplicated:
    '{count, plural, one {se omitió # fila con el buzón de otra} other {se omitieron # filas con el buzón de otra}} (--dedupe)',
  reason_disposable:
    '{count, plural, one {# dirección desechable} other {# direcciones desechables}}',
  reason_role: '{count, plural, one {# dirección de función} other {# direcciones de función}}',
  reason_mailbox: '{count, plural, one {# buzón rechaza correo} other {# buzones rechazan correo}}',
  reason_error:
    '{count, plural, one {# dirección con un error del servicio} other {# direcciones con un error del servicio}}',
  reason_incomplete:
    '{count, plural, one {# dirección sin resultado completo} other {# direcciones sin resultado completo}}',
  reason_several_addresses:
    '{count, plural, one {# celda con varias direcciones} other {# celdas con varias direcciones}}',
  others: '{count, plural, one {# más} other {# más}}',
};
