import type { TranslatedArea } from '../../catalogue.ts';
import type { verdictsMeaning as english } from '../en/verdicts-meaning.ts';

export const verdictsMeaning: TranslatedArea<typeof english> = {
  deliverable: 'La boîte existe et accepte les e-mails.',
  risky:
    'L’e-mail peut être accepté mais jamais lu, ou revenir plus tard : domaine catch-all, adresse jetable ou générique. Ou l’adresse figure sur la liste d’exclusion : elle n’a pas été vérifiée.',
  undeliverable:
    'L’e-mail reviendra : la boîte ou le domaine n’existe pas, ou ce n’est pas une adresse.',
  unknown:
    'Indéterminé aujourd’hui : le serveur de messagerie n’a pas répondu clairement, ou il n’y a pas de résultat.',
};
