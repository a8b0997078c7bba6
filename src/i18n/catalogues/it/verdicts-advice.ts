import type { TranslatedArea } from '../../catalogue.ts';
import type { verdictsAdvice as english } from '../en/verdicts-advice.ts';

export const verdictsAdvice: TranslatedArea<typeof english> = {
  deliverable: 'Invii pure.',
  risky:
    'Lo escluda o decida in base al motivo: solo un dominio catch-all merita una prova, prima con pochi indirizzi.',
  undeliverable: 'Lo rimuova: ogni messaggio respinto danneggia la reputazione.',
  unknown: 'Lo verifichi di nuovo più tardi. Non depone contro l’indirizzo.',
};
