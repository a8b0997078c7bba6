import type { TranslatedArea } from '../../catalogue.ts';
import type { mail as english } from '../en/mail.ts';

export const mail: TranslatedArea<typeof english> = {
  paused: '{name} está en pausa: se agotaron las verificaciones del mes',
  paused_why: '{name} está en pausa: su equipo ha usado las verificaciones de este mes.',
  paused_until: 'Continúa el mes que viene, o cuando un propietario suba la cuota.',
  done: '{name}: {count, plural, one {# fila segura} other {# filas seguras}}',
  done_rows:
    'La lista {name} está verificada. Envío seguro: {safe, number} de {count, plural, one {# fila} other {# filas}}.',
  changed: '{name} ha cambiado',
  changed_by:
    '{name} se ha verificado de nuevo: peor {worse, number}, mejor {better, number}, otros cambios {other, number}.',
  verdict_count: '{verdict}: {count, number}',
  open_list: 'Abrir la lista',
  why_you: 'Recibe este correo por sus ajustes en mailvet, equipo {team}.',
  change_settings: 'Cambiarlos: {url}',
};
