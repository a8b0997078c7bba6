import type { TranslatedArea } from '../../catalogue.ts';
import type { verdictsMeaning as english } from '../en/verdicts-meaning.ts';

export const verdictsMeaning: TranslatedArea<typeof english> = {
  deliverable: 'A caixa de correio existe e aceita e-mails.',
  risky:
    'O e-mail pode ser aceito e nunca lido, ou voltar mais tarde: domínio catch-all, endereço descartável ou genérico. Ou está na lista de exclusão: não foi verificado.',
  undeliverable:
    'O e-mail vai voltar: a caixa de correio ou o domínio não existe, ou não é um endereço.',
  unknown:
    'Hoje não se sabe: o servidor de e-mail não deu uma resposta clara, ou não há resultado.',
};
