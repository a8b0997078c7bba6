import type { TranslatedArea } from '../../catalogue.ts';
import type { reasons as english } from '../en/reasons.ts';

export const reasons: TranslatedArea<typeof english> = {
  accepted: 'a caixa de correio aceita e-mails',
  accept_all: 'o domínio aceita qualquer endereço (catch-all), então este pode não existir',
  disposable: 'endereço descartável',
  role: 'uma caixa compartilhada por várias pessoas (info, suporte, …)',
  suppressed: 'na lista de exclusão da equipe, por isso não foi verificado',
  syntax: 'não é um endereço de e-mail',
  no_mx: 'o domínio não recebe e-mails',
  mailbox: 'a caixa de correio não existe, está cheia ou desativada',
  no_answer: 'o servidor de e-mail não deu uma resposta clara',
  error: 'o serviço relatou um erro',
  incomplete: 'não há resultado completo',
  several_addresses: 'esta célula tem mais de um endereço',
};
