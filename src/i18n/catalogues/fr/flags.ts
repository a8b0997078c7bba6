import type { TranslatedArea } from '../../catalogue.ts';
import type { flags as english } from '../en/flags.ts';

export const flags: TranslatedArea<typeof english> = {
  valid: 'Valide',
  deliverable: 'Délivrable',
  acceptAll: 'Accepte n’importe quel nom',
  role: 'Adresse générique',
  temporary: 'Jetable',
  mx: 'A un serveur de messagerie',
  smtp: 'Le serveur a répondu',
};
