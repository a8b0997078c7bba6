import type { TranslatedArea } from '../../catalogue.ts';
import type { reasonNames as english } from '../en/reason-names.ts';

export const reasonNames: TranslatedArea<typeof english> = {
  accepted: 'aceptada',
  accept_all: 'catch-all',
  disposable: 'desechable',
  role: 'buzón compartido',
  suppressed: 'excluida',
  syntax: 'no válida',
  no_mx: 'sin servidor',
  mailbox: 'buzón',
  no_answer: 'sin respuesta clara',
  error: 'error',
  incomplete: 'incompleto',
  several_addresses: 'varias direcciones',
};
