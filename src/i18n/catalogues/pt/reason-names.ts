import type { TranslatedArea } from '../../catalogue.ts';
import type { reasonNames as english } from '../en/reason-names.ts';

export const reasonNames: TranslatedArea<typeof english> = {
  accepted: 'aceito',
  accept_all: 'catch-all',
  disposable: 'descartável',
  role: 'caixa compartilhada',
  suppressed: 'excluído',
  syntax: 'inválido',
  no_mx: 'sem servidor',
  mailbox: 'caixa postal',
  no_answer: 'sem resposta clara',
  error: 'erro',
  incomplete: 'incompleto',
  several_addresses: 'vários endereços',
};
