import type { TranslatedArea } from '../../catalogue.ts';
import type { summary as english } from '../en/summary.ts';

export const summary: TranslatedArea<typeof english> = {
  addresses: '{count, plural, one {# adresse} other {# adresses}}',
  addresses_in_rows: '{addresses} sur {count, plural, one {# ligne} other {# lignes}}',
};
