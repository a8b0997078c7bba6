import type { TranslatedArea } from '../../catalogue.ts';
import type { flags as english } from '../en/flags.ts';

export const flags: TranslatedArea<typeof english> = {
  valid: 'Válido',
  deliverable: 'Entregável',
  acceptAll: 'Aceita qualquer nome',
  role: 'Endereço genérico',
  temporary: 'Descartável',
  mx: 'Tem servidor de e-mail',
  smtp: 'O servidor respondeu',
};
