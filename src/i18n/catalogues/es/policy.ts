import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: 'Reglas',
  intro:
    'Sus propias reglas para los resultados de sus listas, en el JSON de mailvet.json: qué es entregable o de riesgo para usted.',
  where:
    'Las listas se evalúan según ellas: números, filas, descargas e informes, también de listas ya verificadas. La API queda como evalúa el servicio.',
  field: 'Reglas y listas (JSON)',
  hint: 'Los dominios y las direcciones de «lists» se escriben aquí mismo: no se puede nombrar un archivo. Los umbrales no tienen efecto aquí.',
  save: 'Guardar las reglas',
  saving: 'Guardando…',
  not_saved:
    'Las reglas tienen {count, plural, one {# error} other {# errores}} y no se guardaron:',
  remove_text: 'Sin reglas propias, los resultados se evalúan como lo hace el servicio.',
  done_saved: 'Las reglas se han guardado.',
  done_removed: 'Las reglas se han eliminado.',
  applies: 'Evaluado según las reglas de su equipo.',
  unreadable:
    'Esta versión de mailvet no puede leer las reglas de su equipo: los números son los de la última evaluación, y las descargas se rechazan hasta que un propietario las corrija.',
  by_rule: 'Reglas: la de la línea {line}',
  by_allow: 'Reglas: la lista «allow»',
  by_disposable: 'Reglas: la lista «disposable»',
  being_applied:
    'Las reglas de su equipo han cambiado: los números de algunas listas siguen en un momento.',
  open: 'Abrir las reglas',
};
