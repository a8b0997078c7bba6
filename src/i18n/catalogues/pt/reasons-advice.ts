import type { TranslatedArea } from '../../catalogue.ts';
import type { reasonsAdvice as english } from '../en/reasons-advice.ts';

export const reasonsAdvice: TranslatedArea<typeof english> = {
  accepted: 'Envie.',
  accept_all:
    'Deixe de fora de envios grandes: teste primeiro alguns endereços assim e descarte os que voltarem.',
  disposable: 'Deixe de fora: caixas assim são abandonadas em poucas horas. Peça outro endereço.',
  role: 'Deixe de fora dos envios: várias pessoas leem e nenhuma se inscreveu. Se as conhece, escreva individualmente.',
  suppressed: 'Deixe de fora: está na lista de exclusão da sua equipe.',
  syntax: 'Corrija ou remova.',
  no_mx: 'Remova.',
  mailbox: 'Remova.',
  no_answer: 'Verifique de novo mais tarde.',
  error: 'Verifique de novo mais tarde.',
  incomplete: 'Verifique de novo mais tarde.',
  several_addresses: 'Verifique cada um: --split-cells os separa.',
};
