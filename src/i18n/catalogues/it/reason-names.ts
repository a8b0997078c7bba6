import type { TranslatedArea } from '../../catalogue.ts';
import type { reasonNames as english } from '../en/reason-names.ts';

export const reasonNames: TranslatedArea<typeof english> = {
  accepted: 'accettato',
  accept_all: 'catch-all',
  disposable: 'usa e getta',
  role: 'casella condivisa',
  suppressed: 'escluso',
  syntax: 'non valido',
  no_mx: 'senza server',
  mailbox: 'casella',
  no_answer: 'senza risposta chiara',
  error: 'errore',
  incomplete: 'incompleto',
  several_addresses: 'più indirizzi',
};
