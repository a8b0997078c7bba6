import type { TranslatedArea } from '../../catalogue.ts';
import type { detailsCounted as english } from '../en/details-counted.ts';

export const detailsCounted: TranslatedArea<typeof english> = {
  accepted:
    '{count, plural, one {# caixa de correio aceita e-mails} other {# caixas de correio aceitam e-mails}}',
  exists_busy:
    '{count, plural, one {# caixa de correio sobrecarregada} other {# caixas de correio sobrecarregadas}}',
  accept_all:
    '{count, plural, one {# endereço em servidor catch-all} other {# endereços em servidores catch-all}}',
  accepts_all_until_data:
    '{count, plural, one {# endereço em provedor que rejeita após a mensagem} other {# endereços em provedores que rejeitam após a mensagem}}',
  suppressed:
    '{count, plural, one {# endereço na lista de exclusão} other {# endereços na lista de exclusão}}',
  syntax: '{count, plural, one {# endereço inválido} other {# endereços inválidos}}',
  no_mx:
    '{count, plural, one {# endereço em domínio sem servidor de e-mail} other {# endereços em domínios sem servidor de e-mail}}',
  null_mx:
    '{count, plural, one {# endereço em domínio que não recebe e-mails} other {# endereços em domínios que não recebem e-mails}}',
  no_mailbox:
    '{count, plural, one {# caixa de correio não existe} other {# caixas de correio não existem}}',
  full: '{count, plural, one {# caixa de correio cheia} other {# caixas de correio cheias}}',
  bounced:
    '{count, plural, one {# endereço com mensagem devolvida} other {# endereços com mensagens devolvidas}}',
  disabled:
    '{count, plural, one {# caixa de correio desativada} other {# caixas de correio desativadas}}',
  opted_out:
    '{count, plural, one {# endereço de um domínio que pede para não ser verificado} other {# endereços de domínios que pedem para não ser verificados}}',
  dns_failure:
    '{count, plural, one {# endereço sem resposta do DNS} other {# endereços sem resposta do DNS}}',
  dns_untrusted:
    '{count, plural, one {# endereço não verificado por causa do DNS} other {# endereços não verificados por causa do DNS}}',
  no_connection:
    '{count, plural, one {# endereço em servidor inacessível} other {# endereços em servidores inacessíveis}}',
  no_answer:
    '{count, plural, one {# endereço sem resposta do servidor} other {# endereços sem resposta do servidor}}',
  out_of_step:
    '{count, plural, one {# endereço com respostas contraditórias} other {# endereços com respostas contraditórias}}',
  greylisted: '{count, plural, one {# endereço em greylisting} other {# endereços em greylisting}}',
  deferred:
    '{count, plural, one {# endereço adiado pelo servidor} other {# endereços adiados pelo servidor}}',
  unproven:
    '{count, plural, one {# endereço aceito sem contraprova} other {# endereços aceitos sem contraprova}}',
  blocked:
    '{count, plural, one {# endereço em servidor que recusa nossa verificação} other {# endereços em servidores que recusam nossa verificação}}',
  refused_network:
    '{count, plural, one {# endereço em servidor de rede privada} other {# endereços em servidores de rede privada}}',
  unclear:
    '{count, plural, one {# endereço com resposta pouco clara} other {# endereços com resposta pouco clara}}',
  internal:
    '{count, plural, one {# endereço com erro interno} other {# endereços com erro interno}}',
};
