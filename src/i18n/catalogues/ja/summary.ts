import type { TranslatedArea } from '../../catalogue.ts';
import type { summary as english } from '../en/summary.ts';

export const summary: TranslatedArea<typeof english> = {
  addresses: 'アドレス {count, plural, other {#}} 件',
  addresses_in_rows: '{addresses}（{count, plural, other {#}} 行）',
};
