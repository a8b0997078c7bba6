import type { TranslatedArea } from '../../catalogue.ts';
import type { reasonsAdvice as english } from '../en/reasons-advice.ts';

export const reasonsAdvice: TranslatedArea<typeof english> = {
  accepted: 'Senden.',
  accept_all:
    'Bei großen Mailings auslassen: zunächst wenige solcher Adressen anschreiben und entfernen, was zurückkommt.',
  disposable:
    'Auslassen: Solche Postfächer sind nach Stunden verwaist. Bitten Sie um eine andere Adresse.',
  role: 'Bei Mailings auslassen: Mehrere Personen lesen mit, und keine hat sich angemeldet. Wenn Sie die Leute kennen, schreiben Sie ihnen einzeln.',
  suppressed: 'Auslassen: Sie steht auf der Sperrliste Ihres Teams.',
  syntax: 'Korrigieren oder entfernen.',
  no_mx: 'Entfernen.',
  mailbox: 'Entfernen.',
  no_answer: 'Später erneut prüfen.',
  error: 'Später erneut prüfen.',
  incomplete: 'Später erneut prüfen.',
  several_addresses: 'Jede einzeln prüfen: --split-cells trennt sie.',
};
