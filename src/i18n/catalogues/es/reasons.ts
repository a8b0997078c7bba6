import type { TranslatedArea } from '../../catalogue.ts';
import type { reasons as english } from '../en/reasons.ts';

export const reasons: TranslatedArea<typeof english> = {
  accepted: 'el buzón acepta correo',
  accept_all: 'el dominio acepta cualquier dirección (catch-all), así que esta puede no existir',
  disposable: 'dirección desechable',
  role: 'un buzón compartido por varias personas (info, soporte, …)',
  suppressed: 'en la lista de exclusión del equipo, por eso no se verificó',
  syntax: 'no es una dirección de correo',
  no_mx: 'el dominio no recibe correo',
  mailbox: 'el buzón no existe, está lleno o desactivado',
  no_answer: 'el servidor de correo no dio una respuesta clara',
  error: 'el servicio informó de un error',
  incomplete: 'no hay un resultado completo',
  several_addresses: 'esta celda tiene más de una dirección',
};
