import type { TranslatedArea } from '../../catalogue.ts';
import type { verdicts as english } from '../en/verdicts.ts';

export const verdicts: TranslatedArea<typeof english> = {
  deliverable: '配信可能',
  risky: '要注意',
  undeliverable: '配信不可',
  unknown: '不明',
};
