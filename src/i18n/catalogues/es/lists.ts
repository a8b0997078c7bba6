import type { TranslatedArea } from '../../catalogue.ts';
import type { lists as english } from '../en/lists.ts';

export const lists: TranslatedArea<typeof english> = {
  upload: 'Subir una lista',
  of_team: 'Las listas del equipo',
  storage: '{used} de {most} usados en el disco',
  order_newest: 'Más recientes primero',
  order_oldest: 'Más antiguas primero',
  order_name: 'Por nombre',
  order_addresses: 'Más direcciones primero',
  search_by_name: 'Buscar por nombre',
  folder: 'Carpeta',
  all: 'Todas las listas',
  folder_count: '{name} ({count, number})',
  order: 'Orden',
  none: 'Todavía no hay listas. Suba una y recíbala con un resultado en cada fila: a quién es seguro escribir, a quién no y por qué.',
  none_matches: 'Ninguna lista coincide.',
  results: 'Resultados',
  uploaded: 'Subida',
  download_named: 'Descargar {name}',
  edit_named: 'Editar {name}: renombrar, mover o compartir',
  delete_named: 'Eliminar {name}',
  deleted: 'La lista se ha eliminado.',
  of_command_line: 'Listas de la línea de comandos',
  command_line_intro: 'Verificadas en un terminal del servidor de este servicio.',
  all_of_command_line: 'Todas las listas de la línea de comandos',
  answered: 'Verificadas',
  unfinished: 'Sin terminar',
  answered_of:
    '{count, number} de {total, plural, one {# dirección verificada} other {# direcciones verificadas}}',
  where_results_are: 'Dónde están los resultados',
  results_in_file: 'Archivos en el servidor de este servicio:',
  go_on_in_terminal:
    'La lista no está terminada. Continúe en un terminal del servidor de este servicio:',
  write_in_terminal: 'Escríbalos en un archivo desde un terminal del servidor de este servicio:',
  pasted_name: 'Pegada {time}',
  sample_name: 'Lista de ejemplo',
};
