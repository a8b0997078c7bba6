import type { TranslatedArea } from '../../catalogue.ts';
import type { delivery as english } from '../en/delivery.ts';

export const delivery: TranslatedArea<typeof english> = {
  title: 'Servidores de correo',
  intro:
    'Sesiones actuales con servidores de correo, de todos los equipos. Los límites se aplican a cada IP de envío.',
  provider: 'Proveedor',
  providers: 'Proveedores',
  sending_ip: 'IP de envío',
  sending_ips: 'IP de envío',
  sessions: 'Sesiones',
  waiting: 'En espera',
  refusals: 'Rechazos en la última hora',
  leaves_by: 'Sale por',
  helo: 'Nombre HELO',
  processes: 'Procesos',
  process: 'Proceso',
  conflict: 'Conflicto',
  running_for: 'En marcha desde hace',
  last_report: 'Última señal',
  lanes_caption: 'Sesiones, pausas y rechazos por proveedor e IP de envío, los más activos primero',
  no_lanes: 'No hay sesiones abiertas, nada espera y no hubo rechazos en la última hora.',
  ips_caption: 'IP de envío, según la configuración de los procesos, las inutilizables primero',
  no_ips: 'Ningún proceso informó de una IP de envío.',
  conflicting_settings: 'Ajustes contradictorios',
  conflicts_caption: 'IP de envío que los procesos tienen configuradas de forma distinta',
  no_conflicts: 'Todos los procesos tienen los mismos ajustes para sus IP de envío.',
  processes_caption: 'Procesos que contactan con servidores de correo',
  no_processes: 'Ningún proceso dio señal en los últimos 15 segundos.',
  problem_title: 'Las nuevas verificaciones dan «desconocida»',
  run_doctor:
    'Ejecute <code>mailvet doctor</code> en el servidor del servicio: dice qué hay que cambiar.',
  rules_title: 'Los resultados de envío desmienten reglas',
  rule_contradicted:
    '{rule}: el correo desmintió {contradicted, number} de {of, number} resultados, en {domains, number} dominios; se permite como máximo {promise}.',
  rules_advice:
    'Nada cambia por sí solo. <a>Precisión</a> muestra las respuestas de los resultados de envío de cada equipo.',
  count_sessions: '{count, plural, one {# sesión} other {# sesiones}}',
  count_processes: '{count, plural, one {# proceso} other {# procesos}}',
  count_paused: '{count, number} en pausa',
  count_unusable:
    '{count, plural, one {# IP de envío inutilizable} other {# IP de envío inutilizables}}',
  count_conflicts: '{count, plural, one {# conflicto} other {# conflictos}}',
  paused_for: 'En pausa otros {time}',
  open: 'Abierto',
  usable: 'Utilizable',
  unusable: 'Inutilizable: {fault}',
  now: 'ahora',
  ago: 'hace {time}',
  seconds: '{count, number} s',
  minutes: '{count, number} min',
  hours: '{count, number} h',
};
