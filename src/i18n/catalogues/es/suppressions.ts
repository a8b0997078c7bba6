import type { TranslatedArea } from '../../catalogue.ts';
import type { suppressions as english } from '../en/suppressions.ts';

export const suppressions: TranslatedArea<typeof english> = {
  title: 'Lista de exclusión',
  intro: 'Estas direcciones se omiten en todas las listas y se marcan «no enviar». Gratis.',
  add_title: 'Añadir una dirección o un dominio',
  import_title: 'Importar un archivo',
  entries: '{count, plural, one {# entrada} other {# entradas}}',
  caption: 'Direcciones y dominios de la lista de exclusión',
  address_or_domain: 'Dirección o dominio',
  added_column: 'Añadido',
  none: 'Aún no hay entradas.',
  none_begins: 'Ninguna entrada empieza así.',
  download: 'Descargar la lista',
  imported:
    '{count, plural, one {# añadida} other {# añadidas}}; {known, plural, =0 {ninguna estaba ya en la lista} one {# ya estaba en la lista} other {# ya estaban en la lista}}.',
  skipped: '{count, plural, one {# fila omitida:} other {# filas omitidas, por ejemplo:}}',
  entry_label: 'Dirección de correo, o @ y un dominio',
  entry_placeholder: 'ann@example.com o @example.com',
  add: 'Añadir',
  import: 'Importar',
  importing: 'Importando…',
  import_hint: 'Hasta 1.000.000 de filas o 200 MB. El archivo no se guarda.',
  erased: 'una dirección borrada',
  confirm_remove: '¿Quitar {entry}? Se volverá a verificar.',
  remove_entry: 'Quitar {entry}',
  done_added: 'Añadido a la lista de exclusión.',
  done_known: 'Ya está en la lista de exclusión.',
  done_removed: 'Quitado de la lista de exclusión.',
  write_entry: 'Escriba una dirección, o @ y un dominio',
};
