import type { TranslatedArea } from '../../catalogue.ts';
import type { reasonNames as english } from '../en/reason-names.ts';

export const reasonNames: TranslatedArea<typeof english> = {
  accepted: 'angenommen',
  accept_all: 'Catch-all',
  disposable: 'Wegwerfadresse',
  role: 'Sammelpostfach',
  suppressed: 'Sperrliste',
  syntax: 'ungültig',
  no_mx: 'kein Mailserver',
  mailbox: 'Postfach',
  no_answer: 'keine klare Antwort',
  error: 'Fehler',
  incomplete: 'unvollständig',
  several_addresses: 'mehrere Adressen',
};
