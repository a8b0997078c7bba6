import type { TranslatedArea } from '../../catalogue.ts';
import type { details as english } from '../en/details.ts';

export const details: TranslatedArea<typeof english> = {
  accepted: 'O servidor de e-mail aceita mensagens para esta caixa de correio',
  exists_busy: 'A caixa de correio existe; no momento recebe e-mails demais',
  accept_all:
    'O servidor de e-mail aceita qualquer nome neste domínio, então a caixa de correio pode não existir',
  accepts_all_until_data:
    'O provedor aceita qualquer nome e só rejeita caixas de correio desconhecidas depois da mensagem',
  suppressed: 'Está na lista de exclusão da equipe, por isso não foi verificado',
  syntax: 'Não é um endereço de e-mail',
  no_mx: 'O domínio não existe ou não tem servidor de e-mail',
  null_mx: 'O domínio informa que não aceita e-mails',
  no_mailbox: 'O servidor de e-mail não conhece esta caixa de correio',
  full: 'A caixa de correio existe, mas está cheia',
  bounced: 'Uma mensagem para este endereço foi devolvida, segundo os seus resultados de envio',
  disabled: 'A caixa de correio está desativada ou abandonada',
  opted_out: 'Não verificado: o domínio pede que ninguém verifique suas caixas de correio',
  dns_failure: 'Os servidores de nomes não deram uma resposta útil sobre o domínio',
  dns_untrusted: 'Não verificado: um problema de DNS do nosso lado',
  no_connection: 'Nenhum servidor de e-mail do domínio pôde ser acessado na porta 25',
  no_answer: 'O servidor de e-mail aceitou a conexão, mas não respondeu a tempo',
  out_of_step: 'O servidor de e-mail deu respostas contraditórias',
  greylisted:
    'O servidor de e-mail pede a remetentes desconhecidos que voltem mais tarde (greylisting)',
  deferred: 'O servidor de e-mail está com um problema temporário',
  unproven: 'O servidor de e-mail aceitou o endereço, mas não se sabe se aceita qualquer nome',
  blocked: 'O servidor de e-mail recusou nossa verificação; isso nada diz sobre o endereço',
  refused_network: 'O servidor de e-mail está em um endereço fora da internet pública',
  unclear:
    'A resposta do servidor de e-mail não diz que a caixa de correio existe nem que não existe',
  internal: 'A verificação falhou por um erro interno',
};
