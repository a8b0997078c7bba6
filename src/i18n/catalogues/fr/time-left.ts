import type { TranslatedArea } from '../../catalogue.ts';
import type { timeLeft as english } from '../en/time-left.ts';

export const timeLeft: TranslatedArea<typeof english> = {
  left: 'encore {time}',
  rest: 'en attente d’un fournisseur, prochain essai dans {time}',
  hosts: 'en attente de serveurs lents ({count, plural, one {# adresse} other {# adresses}})',
};
