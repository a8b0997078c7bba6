import type { TranslatedArea } from '../../catalogue.ts';
import type { history as english } from '../en/history.ts';

export const history: TranslatedArea<typeof english> = {
  title: 'Verificar um endereço',
  verify_address: 'Verificar um endereço',
  everything_checked: 'Tudo o que já foi verificado',
  caption: 'Verificações, mais recentes primeiro',
  none: 'Ainda não há resultados.',
  none_so_far: 'Até aqui, nenhum endereço corresponde.',
  none_matching: 'Nenhum endereço corresponde.',
  cut_off: 'Busca feita em resultados desde {time}. <link>Buscar em resultados mais antigos</link>',
  cut_off_beginnings:
    'Busca completa desde {time}. Dos resultados anteriores, só aparecem o endereço “{search}” e os domínios que começam assim. <link>Buscar em todos os resultados mais antigos</link>',
  verify: 'Verificar',
  verifying: 'Verificando…',
  check_again: 'Verificar de novo (usa 1 verificação)',
  score_of: '{score, number} de 100',
  yes: 'sim',
  no: 'não',
  did_you_mean: 'Você quis dizer',
  provider: 'Provedor de e-mail',
  mail_server: 'Servidor de e-mail',
  sending_ip: 'IP de envio',
  reply: 'Resposta',
  domain_outcomes: 'Os seus e-mails a este domínio',
  domain_outcomes_text:
    'chegaram a {delivered, number} de {count, plural, one {# endereço} other {# endereços}}, desde {since}',
  checked: 'Verificado',
  cached: '{time} (em cache)',
  attempts: 'Tentativas',
  verify_again_after: 'Verificar de novo após',
  address_too_long: 'Um endereço pode ter no máximo {count, number} caracteres',
};
