import type { TranslatedArea } from '../../catalogue.ts';
import type { layout as english } from '../en/layout.ts';

export const layout: TranslatedArea<typeof english> = {
  skip_to_content: 'Ir al contenido',
  account: 'Cuenta',
  api_docs: 'Documentación de la API',
  sign_out: 'Cerrar sesión',
  member_of: '{role, select, owner {propietario} other {miembro}} de {team}',
  teams: 'Equipos',
  switch_to: 'Cambiar a {team}',
  settings: 'Ajustes',
};
