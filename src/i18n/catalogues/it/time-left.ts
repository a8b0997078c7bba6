import type { TranslatedArea } from '../../catalogue.ts';
import type { timeLeft as english } from '../en/time-left.ts';

export const timeLeft: TranslatedArea<typeof english> = {
  left: 'ancora {time}',
  rest: 'in attesa di un provider, prossimo tentativo tra {time}',
  hosts: 'in attesa di server lenti ({count, plural, one {# indirizzo} other {# indirizzi}})',
};
