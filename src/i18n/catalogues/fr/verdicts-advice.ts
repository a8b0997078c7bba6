import type { TranslatedArea } from '../../catalogue.ts';
import type { verdictsAdvice as english } from '../en/verdicts-advice.ts';

export const verdictsAdvice: TranslatedArea<typeof english> = {
  deliverable: 'Envoyez.',
  risky:
    'Écartez-la ou décidez selon la raison : seul un domaine catch-all vaut un essai, avec quelques adresses d’abord.',
  undeliverable: 'Supprimez : chaque rebond nuit à la réputation.',
  unknown: 'Vérifiez à nouveau plus tard. Cela ne dit rien contre l’adresse.',
};
