import type { TranslatedArea } from '../../catalogue.ts';
import type { audit as english } from '../en/audit.ts';

export const audit: TranslatedArea<typeof english> = {
  title: 'Registro de actividad',
  caption:
    'Inicios de sesión y cambios en claves, webhooks, personas, listas y exclusiones, lo más reciente primero',
  who: 'Quién',
  action: 'Acción',
  subject: 'Objeto',
  none: 'Aún no hay entradas.',
};
