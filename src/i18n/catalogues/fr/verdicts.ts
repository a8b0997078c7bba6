import type { TranslatedArea } from '../../catalogue.ts';
import type { verdicts as english } from '../en/verdicts.ts';

export const verdicts: TranslatedArea<typeof english> = {
  deliverable: 'délivrable',
  risky: 'risquée',
  undeliverable: 'non délivrable',
  unknown: 'inconnue',
};
