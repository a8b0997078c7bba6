import type { TranslatedArea } from '../../catalogue.ts';
import type { timeLeft as english } from '../en/time-left.ts';

export const timeLeft: TranslatedArea<typeof english> = {
  left: 'noch {time}',
  rest: 'wartet auf einen Anbieter, nächster Versuch in {time}',
  hosts: 'wartet auf langsame Mailserver ({count, plural, one {# Adresse} other {# Adressen}})',
};
