import type { TranslatedArea } from '../../catalogue.ts';
import type { account as english } from '../en/account.ts';

export const account: TranslatedArea<typeof english> = {
  title: 'Cuenta',
  you_are:
    'Usted es <address></address>, {role, select, owner {propietario} other {miembro}} del equipo {team}.',
  change_password: 'Cambiar la contraseña',
  current_password: 'Contraseña actual',
  new_password: 'Contraseña nueva',
  change: 'Cambiar',
  password_changed: 'Contraseña cambiada. Se ha cerrado la sesión en todos los demás dispositivos.',
  sign_out_everywhere: 'Cerrar sesión en todas partes',
  ends_sessions: 'Cierra sus sesiones en todos los dispositivos, incluido este.',
  language: 'Idioma',
  language_of_browser: 'El idioma del navegador',
  language_hint:
    'Para las páginas, los informes y los correos que reciba. Los resultados descargados y la API no cambian.',
  save: 'Guardar',
  language_saved: 'Idioma guardado.',
  mails: 'Avisos por correo',
  mails_when:
    'Cuando una lista termina o se detiene porque se agotaron las verificaciones del mes, y cuando cambia una lista vigilada.',
  mails_own: 'De las listas que yo subí',
  mails_all: 'De todas las listas del equipo',
  mails_none: 'Ningún correo',
  time_zone: 'Zona horaria',
  times_in: 'Mostrar las horas en',
  zone_of_browser: 'la zona horaria del navegador',
};
