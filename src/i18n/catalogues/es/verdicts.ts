import type { TranslatedArea } from '../../catalogue.ts';
import type { verdicts as english } from '../en/verdicts.ts';

export const verdicts: TranslatedArea<typeof english> = {
  deliverable: 'entregable',
  risky: 'de riesgo',
  undeliverable: 'no entregable',
  unknown: 'desconocida',
};
