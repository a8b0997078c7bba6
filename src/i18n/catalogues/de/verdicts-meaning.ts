import type { TranslatedArea } from '../../catalogue.ts';
import type { verdictsMeaning as english } from '../en/verdicts-meaning.ts';

export const verdictsMeaning: TranslatedArea<typeof english> = {
  deliverable: 'Das Postfach existiert und nimmt E-Mails an.',
  risky:
    'E-Mails werden vielleicht angenommen, aber nie gelesen, oder kommen später zurück: Catch-all-Domain, Wegwerf- oder Funktionsadresse. Oder sie steht auf der Sperrliste und wurde nicht geprüft.',
  undeliverable:
    'E-Mails kommen zurück: Postfach oder Domain existiert nicht, oder es ist keine Adresse.',
  unknown:
    'Heute nicht feststellbar: Der Mailserver hat keine klare Antwort gegeben, oder es gibt kein Ergebnis.',
};
