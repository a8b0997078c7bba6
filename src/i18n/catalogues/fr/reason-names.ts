import type { TranslatedArea } from '../../catalogue.ts';
import type { reasonNames as english } from '../en/reason-names.ts';

export const reasonNames: TranslatedArea<typeof english> = {
  accepted: 'acceptée',
  accept_all: 'catch-all',
  disposable: 'jetable',
  role: 'boîte partagée',
  suppressed: 'exclue',
  syntax: 'invalide',
  no_mx: 'sans serveur',
  mailbox: 'boîte',
  no_answer: 'sans réponse claire',
  error: 'erreur',
  incomplete: 'incomplet',
  several_addresses: 'plusieurs adresses',
};
