import type { TranslatedArea } from '../../catalogue.ts';
import type { terminalNotices as english } from '../en/terminal-notices.ts';

export const terminalNotices: TranslatedArea<typeof english> = {
  named: '{name}: {fault}',
  embedded:
    'Sin clave de API ni URL base: se usa el servicio integrado (embedded service) ({path})',
  unknown_variable: 'Se ignora la variable desconocida {name}. ¿Quería decir {other}?',
  unknown_variable_see: 'Se ignora la variable desconocida {name}. Véase: {command}',
  judging_by: 'Se evalúa según {path}',
  repaired: 'Otros podían leer {path}: ahora solo usted puede',
  reading: 'Leyendo {name} …',
  writing_results: 'Escribiendo los resultados …',
  cancelling: 'Cancelando {name} …',
  looking_up_hosts: 'Buscando servidores de correo …',
  waiting_for_service: 'Esperando al servicio …',
  done_so_far: '{count, number} hechas …',
  messages_read: '{read, number} mensajes leídos: {outcomes, number} resultados de envío',
  header_line: 'El encabezado es la línea {line}; las líneas de encima quedan como están',
  using_columns: 'Se usan las columnas «{name}» y «{other}»',
  using_unnamed: 'Se usa la {fault}',
  using_first_filled: 'Se usa la primera que esté llena de {text}',
  other_column: 'La columna «{name}» también tiene direcciones; añada: {command}',
  other_columns: 'Las columnas «{name}» y «{other}» también tienen direcciones; añada: {command}',
  read_as: 'La lista se lee como {encoding}; los resultados se escriben en UTF-8 con BOM',
  encoding_doubt:
    'La codificación no es segura: si «{word}» debería ser «{other}», añada {command}',
  encoding_wrong: 'La codificación no es segura: si «{word}» está mal, añada {command}',
  ragged_row:
    'La línea {line} tiene {cells, plural, one {# celda} other {# celdas}}, el encabezado {expected}; la fila queda como está',
  ragged_rows:
    'La línea {line} tiene {cells, plural, one {# celda} other {# celdas}}, el encabezado {expected}; {others, plural, one {# otra fila difiere} other {# otras filas difieren}} también; las filas quedan como están',
  ragged_first_row:
    'La línea {line} tiene {cells, plural, one {# celda} other {# celdas}}, la primera fila {expected}; la fila queda como está',
  table_row:
    'La línea {line} es una fila de tabla entre líneas de una sola dirección: su contenido no se verifica. Póngala en una lista aparte',
  using_sheet: 'Se usa la hoja «{name}»',
  other_sheet: 'La hoja «{name}» también tiene direcciones: {command} la lee',
  several_columns: 'Varias columnas tienen direcciones:',
  choice_column: '  {number}) «{name}»: {count, plural, one {# dirección} other {# direcciones}}',
  choice_both: '  {number}) ambas',
  choice_all: '  {number}) todas',
  which_encoding: 'La codificación no es segura:',
  which_one: '¿Cuál (1 a {count})?',
  yes_no: '[s/N]',
  verify_question: '¿Verificar {count, plural, one {# dirección} other {# direcciones}}?',
  some_need_network:
    '{needing, plural, one {# de {total, number} direcciones necesita} other {# de {total, number} direcciones necesitan}} DNS y servidores de correo; las demás se verifican igualmente',
  go_on_question: '¿Continuar?',
  erase_question:
    '¿Borrar {count, plural, one {# trabajo} other {# trabajos}}, con direcciones y resultados?',
  erased: '{count, plural, one {# trabajo borrado} other {# trabajos borrados}}',
  answer_c: 'Responda c para cancelar antes sus lotes; y los deja seguir',
  unfinished_unwritten:
    '{id} ({name}) no ha terminado: sus resultados no están escritos. Una vez borrado no se puede reanudar',
  unfinished_unsent:
    '{id} ({name}) no ha terminado: {count, plural, one {# dirección no se ha enviado} other {# direcciones no se han enviado}}. Una vez borrado no se puede reanudar',
  unfinished_open:
    '{id} ({name}) no ha terminado: los resultados de {count, plural, one {# lote} other {# lotes}} no están aquí. Una vez borrado no se puede reanudar',
  unfinished_open_unsent:
    '{id} ({name}) no ha terminado: los resultados de {batches, plural, one {# lote} other {# lotes}} no están aquí, {count, plural, one {# dirección no se ha enviado} other {# direcciones no se han enviado}}. Una vez borrado no se puede reanudar',
  batches_go_on:
    '{id} no había terminado: {count, plural, one {# lote sigue} other {# lotes siguen}} en el servicio: {command}',
  quota_share:
    'Se ha usado el {percent} % de las verificaciones de este mes: {used, number} de {quota, number}',
  service_waits: 'El servicio pide esperar: se continúa en {time}',
  problem_dns_failure:
    'El DNS no responde, así que no se encuentran servidores de correo. Las direcciones quedan como desconocidas, no muertas; véase: {fault}',
  problem_dns_untrusted:
    'El DNS da aquí respuestas falsas, por eso se ignoran. Las direcciones quedan como desconocidas, no muertas; véase: {fault}',
  problem_port_25:
    'No se alcanza ningún servidor de correo: el puerto 25 saliente está cerrado. Las direcciones quedan como desconocidas, no muertas; véase: {fault}',
  problem_blocked:
    'La mayoría de los proveedores rechazan este servidor: su dirección IP está en una lista de bloqueo. Las direcciones quedan como desconocidas, no muertas; véase: {fault}',
  provider_braked:
    '{provider} rechaza cada vez más ({refusals} de las últimas {sessions} sesiones): se abren la mitad',
  provider_rests:
    '{provider} sigue rechazando cada vez más: no se le contacta durante {time}, y lo que queda allí sigue desconocido',
  own_address_listed:
    '{address}, nuestra propia dirección, está en la lista de bloqueo {list}: se abren la mitad de sesiones (mailvet doctor dice más)',
  database_migrated: 'Base de datos {version}. Una copia del estado anterior: {path}',
  embedded_error: 'El servicio integrado tuvo un error: {text} (su base de datos es {path})',
  several_addresses:
    '{count, plural, one {# fila} other {# filas}} con varias direcciones en una celda: {command} verifica cada una',
  cut_cells:
    '{count, plural, one {# celda de la lista se cortó} other {# celdas de la lista se cortaron}} a los 32 767 caracteres que admite un libro: {command} los conserva todos',
  best_of_columns: 'Cada fila cuenta por su mejor dirección de {text}',
  best_of_cell: 'Una fila con varias direcciones cuenta por la mejor',
  sent_again:
    'Enviado de nuevo: {batches, plural, one {# lote} other {# lotes}} ({count, plural, one {# dirección} other {# direcciones}}) cuya respuesta se perdió y que el servicio no mostraba (se cobra dos veces si ya había llegado)',
  check_failed: 'Control no superado: {fault}',
  fails_deliverable:
    '{count, plural, one {# dirección entregable} other {# direcciones entregables}} ({command})',
  fails_risky:
    '{count, plural, one {# dirección de riesgo} other {# direcciones de riesgo}} ({command})',
  fails_undeliverable:
    '{count, plural, one {# dirección no entregable} other {# direcciones no entregables}} ({command})',
  fails_unknown:
    '{count, plural, one {# dirección desconocida} other {# direcciones desconocidas}} ({command})',
  fails_share: '{share} no entregables, más del {most} % (--max-undeliverable)',
  fails_score: 'la puntuación más baja es {score}, menos de {least} (--min-score)',
  follow_with: 'Sígalos con: {command}',
  not_begun: 'Sin empezar: {text}',
  resuming: 'Se reanuda {id}, que se interrumpió: {name} del {time} UTC',
  resuming_same:
    'Se reanuda {id}, que se interrumpió: {name} del {time} UTC, con el mismo contenido que {other}',
  verified_already:
    'Esta lista ya se verificó ({age}, {id}): se usan sus resultados. --again la verifica de nuevo',
  was_cancelled: '{id} se canceló el {time} UTC: se continúa con lo que no se envió',
  to_be_verified:
    'Por verificar: {wanted, number} de {count, plural, one {# dirección} other {# direcciones}}; las demás se conocen',
  verifying_again:
    'Se verifica de nuevo: {count, plural, one {# dirección desconocida} other {# direcciones desconocidas}} de {name}',
  nothing_unknown: 'Ninguna dirección es desconocida: no hay nada que verificar de nuevo',
  nothing_unknown_reason:
    'Ninguna dirección es desconocida por ese motivo ({command}): no hay nada que verificar de nuevo',
  cancelled_batches: '{count, plural, one {# lote cancelado} other {# lotes cancelados}}',
  ended_already: '{id} ya había terminado: estado {status}',
  unsent_rest:
    '{id}: {count, plural, one {# dirección sin enviar} other {# direcciones sin enviar}}. Envíe el resto con: {command}',
  answer_lost_found: 'Se perdió una respuesta, pero el lote está ahí: {id}',
  answer_missing: 'Falta la respuesta a un lote: se busca el lote en el servicio, hasta {time}',
  sending_unsent: 'El lote que estaba en camino no está en el servicio: se envía',
  sending_again_key:
    'Se envía de nuevo un lote sin respuesta: su clave evita que se cobre dos veces',
  sending_again_listed:
    'Un lote cuya respuesta se perdió no está en la lista del servicio, que está al día: se envía de nuevo',
  sending_again_unknown:
    'Se envía de nuevo un lote cuya respuesta se perdió (--resend-unknown): puede cobrarse dos veces',
  poll_failed: 'Falló una consulta ({text}); los lotes siguen, se intenta de nuevo',
  stopping_run:
    'Deteniendo: aún se espera lo que está en marcha; detener otra vez termina al momento',
  stdin_header: 'La línea {line} de stdin nombra la columna ({text}): se omite',
  bounced_notice:
    'El correo enviado rebotó el {day}: {text}. Por eso mailvet verify dice no entregable (bounced)',
  due: 'Pendientes: {due, number} de {count, plural, one {# dirección} other {# direcciones}}',
  verifies_these: '{command} --due --wait verifica solo estas',
  diff_counts:
    'Peores: {worse, number}, mejores: {better, number}, otros: {other, number}, añadidos: {added, number}, quitados: {removed, number}, iguales: {same, number}',
  diff_columns:
    'Comparado: {path} por {text}; {path2} por {text2}. Las direcciones de una columna que solo tiene una de las listas cuentan como añadidas o quitadas; para comparar una columna, verifique las dos listas con su --column',
  diff_failed: '{count, number} {change} ({command})',
  rows_left_out:
    '{name}: {count, plural, one {# fila omitida} other {# filas omitidas}}, línea {line}: {text}',
  outcomes_head:
    'Resultados de envío: {outcomes, number} de {read, plural, one {# mensaje o entrada} other {# mensajes y entradas}}',
  kind_delivered: 'entregados: {count, number}',
  kind_no_mailbox: 'sin buzón: {count, number}',
  kind_full: 'buzón lleno: {count, number}',
  kind_disabled: 'buzón desactivado: {count, number}',
  kind_blocked: 'bloqueados: {count, number}',
  kind_deferred: 'aplazados: {count, number}',
  kind_complaint: 'quejas: {count, number}',
  kind_hard: 'rebote definitivo: {count, number} (no entregable: el proveedor desistió)',
  kind_undecided: 'sin decidir: {count, number} (nada sobre el buzón: ningún resultado cambia)',
  without_outcome: '{count, number} sin resultado de envío',
  read_before: '{count, number} ya leídos',
  unreadable: '{count, number} ilegibles',
  new_outcomes: 'Nuevos: {count, number}',
  results_of: 'Resultados de {source}: {count, plural, one {# fila} other {# filas}}',
  results_of_unreadable:
    'Resultados de {source}: {count, plural, one {# fila} other {# filas}}, {unreadable, number} ilegibles',
  new_in_ledger: 'Nuevos en el registro: {count, number}',
  both_decided_none: 'Ninguna de estas direcciones fue decidida por ambos',
  same_verdict:
    'Mismo veredicto: {same, number} de {count, plural, one {# dirección decidida} other {# direcciones decididas}} por ambos ({share})',
  key_stored: 'La clave {key} para {url} está guardada',
  key_stored_keychain: 'La clave {key} para {url} está guardada en el llavero',
  key_stored_profile: 'La clave {key} para {url} está guardada (perfil {profile})',
  key_overridden: 'MAILVET_API_KEY también está definida y prevalece sobre la clave guardada',
  key_not_for_everything: 'El servicio acepta la clave, pero no para todo: {fault}',
  base_url_question: 'URL base del servicio:',
  key_question: 'Clave de API para {url}:',
  no_key_stored: 'No hay ninguna clave guardada',
  key_removed: 'La clave {key} se ha eliminado',
  account_unknown: 'No se conoce la cuenta: {fault}',
  opened: '{url} abierto',
  listening: 'Escuchando en {url}',
  listen_secret: 'Secreto de firma hasta que termine: {secret}',
  listen_ready: 'Listo: los eventos del equipo {name} llegan a {url}',
  listen_deleted: 'El webhook {id} se ha eliminado',
  listen_killed: 'El webhook {id} de una ejecución interrumpida se ha eliminado',
  listen_silence: 'Aún no se envía nada: ¿hay un servicio en esta base de datos, como {command}?',
  listen_refused: 'Mensaje rechazado con {status}: {fault}',
  fault_unsigned: 'faltan los encabezados de firma de Standard Webhooks',
  fault_expired: 'su hora difiere más de cinco minutos del reloj de esta máquina',
  fault_wrong: 'su firma es incorrecta: otro secreto o un contenido modificado',
  error_label: 'error:',
  now_in: 'ahora en {path}',
  by_verdict_in: 'por veredicto en {path}',
  report_in: 'informe en {path}',
  report_in_two: 'informe en {path} y {path2}',
  lists: '{count, plural, one {# lista} other {# listas}}',
  lists_of: '{some, number} de {count, plural, one {# lista} other {# listas}}',
  rows_unknown_later:
    '{count, plural, one {# fila es desconocida} other {# filas son desconocidas}}. Compruebe solo estas más tarde: {command}',
  rows_unknown_after:
    '{count, plural, one {# fila es desconocida} other {# filas son desconocidas}}. Compruebe solo estas después de {time}: {command}',
  written: 'Escrito: {path}',
};
