import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: 'Reglas',
  intro:
    'Sus propias reglas para los resultados de sus listas, en el JSON de mailvet.json: qué es entregable o arriesgado para usted.',
  where:
    'Las descargas y los informes de listas se evalúan según ellas, también los de listas ya verificadas. Los números y las filas de las páginas, y la API, quedan como los evalúa el servicio.',
  field: 'Reglas y listas (JSON)',
  hint: 'Los dominios y las direcciones de «lists» se escriben aquí mismo: no se puede nombrar un archivo. Los umbrales no tienen efecto aquí.',
  save: 'Guardar',
  saving: 'Guardando…',
  not_saved:
    'Las reglas tienen {count, plural, one {# error} other {# errores}} y no se guardaron:',
  remove_text: 'Sin reglas propias, los resultados se evalúan como lo hace el servicio.',
  done_saved: 'Las reglas se han guardado.',
  done_removed: 'Las reglas se han eliminado.',
  applies:
    'Las descargas y el informe se evalúan según las reglas de su equipo; los números de esta página, no.',
  open: 'Abrir las reglas',
};
