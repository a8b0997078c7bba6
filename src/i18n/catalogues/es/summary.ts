import type { TranslatedArea } from '../../catalogue.ts';
import type { summary as english } from '../en/summary.ts';

export const summary: TranslatedArea<typeof english> = {
  addresses: '{count, plural, one {# dirección} other {# direcciones}}',
  addresses_in_rows: '{addresses} en {count, plural, one {# fila} other {# filas}}',
};
