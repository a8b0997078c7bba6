import type { TranslatedArea } from '../../catalogue.ts';
import type { summary as english } from '../en/summary.ts';

export const summary: TranslatedArea<typeof english> = {
  addresses: '{count, plural, one {# indirizzo} other {# indirizzi}}',
  addresses_in_rows: '{addresses} in {count, plural, one {# riga} other {# righe}}',
};
