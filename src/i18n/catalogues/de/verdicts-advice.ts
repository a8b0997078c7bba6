import type { TranslatedArea } from '../../catalogue.ts';
import type { verdictsAdvice as english } from '../en/verdicts-advice.ts';

export const verdictsAdvice: TranslatedArea<typeof english> = {
  deliverable: 'Senden.',
  risky:
    'Auslassen oder nach dem Grund entscheiden: Nur bei Catch-all-Domains lohnt ein Versuch, zunächst mit wenigen Adressen.',
  undeliverable: 'Entfernen: Jeder Rückläufer schadet der Reputation.',
  unknown: 'Später erneut prüfen. Das spricht nicht gegen die Adresse.',
};
