import type { TranslatedArea } from '../../catalogue.ts';
import type { summary as english } from '../en/summary.ts';

export const summary: TranslatedArea<typeof english> = {
  addresses: '{count, plural, one {# endereço} other {# endereços}}',
  addresses_in_rows: '{addresses} em {count, plural, one {# linha} other {# linhas}}',
};
