import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: 'Reglas',
  intro: 'Decida qué cuenta como entregable o de riesgo para su equipo.',
  where:
    'Las listas se evalúan según estas reglas: números, filas, descargas e informes, también de listas ya verificadas. Los resultados de la API no cambian.',
  common: 'Reglas frecuentes',
  rule_no_disposable: 'Las direcciones desechables no son entregables',
  rule_no_free: 'Las direcciones de correo gratuito, como gmail.com, son de riesgo',
  rule_role: 'Las direcciones genéricas, como info@ y support@, son entregables',
  rule_accept_all: 'Las direcciones catch-all son entregables, salvo las desechables',
  rule_full: 'Los buzones llenos son de riesgo',
  common_hint:
    'Sin estas reglas, el correo gratuito cuenta como cualquier otro; las direcciones desechables, genéricas y catch-all son de riesgo, y los buzones llenos no son entregables.',
  list_allow: 'Permitir: nunca de riesgo',
  list_allow_hint: 'Un dominio o una dirección por línea. Un dominio incluye sus subdominios.',
  list_disposable: 'Bloquear: como desechables',
  list_disposable_hint:
    'Un dominio o una dirección por línea. Nunca están entre las filas seguras. Para omitirlos sin verificarlos, use la <suppressions>lista de exclusión</suppressions>.',
  other_rules:
    '{count, plural, one {# regla más está} other {# reglas más están}} abajo en el JSON: guardar aquí no {count, plural, one {la} other {las}} cambia.',
  rest_title: 'Todas las reglas en JSON',
  rest: 'Para reglas por proveedor, puntuación o varias condiciones. Son las mismas reglas: las reglas frecuentes de arriba forman parte de ellas.',
  example: 'Ejemplo',
  all_reasons: 'Todos los motivos de los resultados (en inglés)',
  save_json: 'Guardar el JSON',
  field: 'Reglas (JSON)',
  hint: 'Escriba aquí los dominios y las direcciones de «lists»: no se puede indicar un archivo. Los umbrales no tienen efecto aquí.',
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
    'Las reglas de su equipo han cambiado: los números de algunas listas se actualizarán en un momento.',
  open: 'Abrir las reglas',
};
