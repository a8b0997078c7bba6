import type { TranslatedArea } from '../../catalogue.ts';
import type { faults as english } from '../en/faults.ts';

export const faults: TranslatedArea<typeof english> = {
  quota_used_up: 'Se ha agotado la cuota',
  not_allowed: 'No permitido',
  owners_only: 'Solo para propietarios',
  not_found: 'No encontrado',
  no_longer_possible: 'Ya no es posible',
  link_expired: 'Este enlace ha caducado',
  too_large: 'Demasiado grande',
  too_many_attempts: 'Demasiados intentos',
  not_available: 'No disponible en este momento',
  error_occurred: 'Se ha producido un error',
  back: 'Volver',
  home: 'Inicio',
};
