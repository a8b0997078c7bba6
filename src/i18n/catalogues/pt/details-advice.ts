import type { TranslatedArea } from '../../catalogue.ts';
import type { detailsAdvice as english } from '../en/details-advice.ts';

export const detailsAdvice: TranslatedArea<typeof english> = {
  accepted: 'Envie.',
  exists_busy: 'Envie.',
  accept_all:
    'Deixe de fora de envios grandes: teste primeiro alguns endereços assim e descarte os que voltarem.',
  accepts_all_until_data:
    'Deixe de fora de envios grandes: teste primeiro alguns endereços assim e descarte os que voltarem.',
  suppressed: 'Não envie para ele.',
  syntax: 'Corrija ou remova.',
  no_mx: 'Remova.',
  null_mx: 'Remova.',
  no_mailbox: 'Remova.',
  full: 'Verifique de novo em algumas semanas; remova se a caixa de correio ainda estiver cheia.',
  bounced: 'Remova, a menos que saiba que a caixa de correio existe de novo.',
  disabled: 'Remova.',
  opted_out: 'Mantenha: só o domínio pode dizer mais.',
  dns_failure: 'Verifique de novo mais tarde; `mailvet doctor` testa seus servidores de nomes.',
  dns_untrusted: 'Verifique de novo quando o administrador tiver corrigido o DNS.',
  no_connection: 'Verifique de novo mais tarde; `mailvet doctor` testa a porta 25.',
  no_answer: 'Verifique de novo mais tarde.',
  out_of_step: 'Verifique de novo mais tarde.',
  greylisted: 'Verifique de novo após o horário indicado.',
  deferred: 'Verifique de novo mais tarde.',
  unproven: 'Verifique de novo mais tarde.',
  blocked: 'Verifique a partir de outro endereço IP (fale com o administrador).',
  refused_network: 'Verifique a partir dessa rede ou remova.',
  unclear: 'Verifique de novo mais tarde.',
  internal: 'Verifique de novo e avise se voltar a acontecer.',
};
