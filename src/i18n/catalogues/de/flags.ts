import type { TranslatedArea } from '../../catalogue.ts';
import type { flags as english } from '../en/flags.ts';

export const flags: TranslatedArea<typeof english> = {
  valid: 'Gültig',
  deliverable: 'Zustellbar',
  acceptAll: 'Nimmt jeden Namen an',
  role: 'Funktionsadresse',
  temporary: 'Wegwerfadresse',
  mx: 'Hat einen Mailserver',
  smtp: 'Mailserver hat geantwortet',
};
