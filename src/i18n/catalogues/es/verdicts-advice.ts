import type { TranslatedArea } from '../../catalogue.ts';
import type { verdictsAdvice as english } from '../en/verdicts-advice.ts';

export const verdictsAdvice: TranslatedArea<typeof english> = {
  deliverable: 'Envíe.',
  risky:
    'Déjela fuera o decida según el motivo: solo vale la pena probar un dominio catch-all, primero con unas pocas direcciones.',
  undeliverable: 'Elimine: cada rebote perjudica la reputación.',
  unknown: 'Verifique de nuevo más tarde. No dice nada en contra de la dirección.',
};
