import type { TranslatedArea } from '../../catalogue.ts';
import type { verdictsMeaning as english } from '../en/verdicts-meaning.ts';

export const verdictsMeaning: TranslatedArea<typeof english> = {
  deliverable: 'La casella esiste e accetta la posta.',
  risky:
    'La posta può essere accettata e mai letta, o essere respinta più tardi: dominio catch-all, indirizzo usa e getta o generico. Oppure è nella lista di esclusione: non è stato verificato.',
  undeliverable:
    'La posta sarà respinta: la casella o il dominio non esiste, oppure non è un indirizzo.',
  unknown:
    'Oggi non si sa: il server di posta non ha dato una risposta chiara, o non c’è un risultato.',
};
