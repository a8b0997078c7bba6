import type { TranslatedArea } from '../../catalogue.ts';
import type { flags as english } from '../en/flags.ts';

export const flags: TranslatedArea<typeof english> = {
  valid: 'Válida',
  deliverable: 'Entregable',
  acceptAll: 'Acepta cualquier nombre',
  role: 'Dirección genérica',
  temporary: 'Desechable',
  mx: 'Tiene servidor de correo',
  smtp: 'El servidor respondió',
};
