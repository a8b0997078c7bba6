import type { TranslatedArea } from '../../catalogue.ts';
import type { verdictsAdvice as english } from '../en/verdicts-advice.ts';

export const verdictsAdvice: TranslatedArea<typeof english> = {
  deliverable: 'Invii pure.',
  risky:
    'La escluda, o segua il motivo: solo un dominio catch-all merita una prova, prima con pochi indirizzi.',
  undeliverable: 'Rimuova: ogni bounce danneggia la reputazione.',
  unknown: 'Verifichi di nuovo più tardi. Non depone contro l’indirizzo.',
};
