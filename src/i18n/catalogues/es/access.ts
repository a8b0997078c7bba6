import type { TranslatedArea } from '../../catalogue.ts';
import type { access as english } from '../en/access.ts';

export const access: TranslatedArea<typeof english> = {
  sign_in: 'Iniciar sesión',
  no_account:
    '¿No tiene cuenta o ha olvidado la contraseña? Pida un enlace a un propietario de su equipo.',
  signed_out: 'Ha cerrado la sesión.',
  signed_out_everywhere: 'Ha cerrado la sesión en todos los dispositivos.',
  wrong_credentials: 'La dirección o la contraseña no son correctas',
  set_up: 'Configurar el panel',
  set_up_first: 'Cree la primera cuenta. Será la propietaria de este equipo.',
  create_account: 'Crear la cuenta',
  join_team: 'Unirse a {team}',
  join: 'Unirse',
  choose_password:
    'Elija una contraseña. ¿Ya usa esta dirección aquí en otro equipo? Introduzca la misma contraseña para poder cambiar de uno a otro.',
  new_password_title: 'Elegir una contraseña nueva',
  set_password: 'Establecer la contraseña',
  stay_signed_in:
    'Seguirá con la sesión iniciada aquí y se cerrará en todos los demás dispositivos.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  show: 'Mostrar',
  password_hint:
    'Al menos {count, number} caracteres; unas cuantas palabras al azar son fáciles de recordar.',
};
