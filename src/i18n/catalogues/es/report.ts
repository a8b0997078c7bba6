import type { TranslatedArea } from '../../catalogue.ts';
import type { report as english } from '../en/report.ts';

export const report: TranslatedArea<typeof english> = {
  title: 'Informe de la lista',
  page_title: '{name}: informe de la lista',
  written: 'Generado el {time}, verificado por {service}',
  written_short: 'Generado el {time}, verificado por {service}',
  footer: 'Hecho con mailvet. Funciona sin conexión; no contiene direcciones de correo.',
  results: '{count, plural, one {# resultado} other {# resultados}}',
  why: 'Por qué',
  verdict: 'Veredicto',
  reason: 'Motivo',
  results_column: 'Resultados',
  share: 'Porcentaje',
  meaning: 'Significado',
  what_to_do: 'Qué hacer',
  in_detail: 'En detalle',
  detail_column: 'Detalle',
  in_words: 'Explicación',
  what_servers_answered: 'Qué respondieron los servidores de correo',
  other_reason: 'Un motivo del servicio',
  verify_later: 'Verifíquela de nuevo más tarde.',
  ask_again: '{words}, verificar de nuevo después de {time}',
  scores: 'Puntuaciones',
  scores_label: 'Direcciones por puntuación. {bands}',
  scores_note:
    'Resultados por puntuación, de 0 (no enviar) a 100 (envío seguro); cada columna abarca diez puntos.',
  without_score:
    '{count, plural, one {# resultado sin puntuación no se muestra.} other {# resultados sin puntuación no se muestran.}}',
  providers: 'Proveedores de los servidores de correo',
  provider: 'Proveedor',
  undecidable_short: 'no se puede decidir',
  undecidable: 'no se puede decidir: acepta a cualquier destinatario hasta que se envía el mensaje',
  providers_note:
    'Quién opera los servidores de correo de las direcciones, con el porcentaje de cada proveedor entre los conocidos.',
  domains_by_share: 'Dominios por porcentaje de direcciones no entregables',
  domains_most: 'Dominios con más direcciones',
  domain: 'Dominio',
  undeliverable_column: 'No entregables',
  worst_domains:
    'Los peores entre {count, plural, one {el dominio} other {los # dominios}} con más direcciones.',
  every_domain: 'Todos los dominios de la lista.',
  domains_note:
    'Un porcentaje alto en un dominio puede deberse a un error de escritura en su nombre o a una empresa que ha cambiado de dominio.',
  sample_is_whole: 'La muestra es toda la lista',
  sample_verified:
    '{count, plural, one {Se verificó la única dirección} other {Se verificaron las # direcciones distintas}}: no se proyecta nada.',
  sample_projected: 'Una muestra, proyectada',
  sample_only:
    'Solo se {count, plural, one {verificó # dirección} other {verificaron # direcciones}} de {all, number}, elegidas al azar.',
  sample_rest_page: 'El resto de esta página cuenta las demás como desconocidas.',
  sample_rest_below: 'Las demás cuentan abajo como desconocidas.',
  in_sample: 'En la muestra',
  in_list_likely: 'En la lista, probable',
  in_list_likely_95: 'En la lista, probable (95 %)',
  which_is: 'Es decir',
  range: '{low} a {high}',
  address_range: '{low, number} a {high, number} direcciones',
  sample_note:
    'Los intervalos son del 95 % (Wilson): de veinte muestras así, más o menos una no acierta la tasa real.',
  the_list: 'La lista',
  rows: 'Filas',
  distinct_addresses: 'Direcciones distintas',
  duplicates: 'Duplicados',
  same_mailbox: 'El mismo buzón que otra dirección',
  without_address: 'Filas sin una dirección utilizable',
  empty_cells: 'Celdas vacías',
  likely_typos: 'Posibles errores de escritura con sugerencia',
  how_to_read: 'Cómo leer este informe',
  how_to_read_note:
    'Un resultado vale para el día en que se obtuvo: los buzones van y vienen. Los resultados se cuentan por fila: una dirección en tres filas cuenta tres veces.',
  moment: '{day} a las {minute} UTC',
};
