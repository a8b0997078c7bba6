import type { TranslatedArea } from '../../catalogue.ts';
import type { flags as english } from '../en/flags.ts';

export const flags: TranslatedArea<typeof english> = {
  valid: 'Valido',
  deliverable: 'Recapitabile',
  acceptAll: 'Accetta qualsiasi nome',
  role: 'Indirizzo generico',
  temporary: 'Usa e getta',
  mx: 'Ha un server di posta',
  smtp: 'Il server ha risposto',
};
