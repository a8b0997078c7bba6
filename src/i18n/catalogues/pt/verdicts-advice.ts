import type { TranslatedArea } from '../../catalogue.ts';
import type { verdictsAdvice as english } from '../en/verdicts-advice.ts';

export const verdictsAdvice: TranslatedArea<typeof english> = {
  deliverable: 'Envie.',
  risky:
    'Deixe de fora ou decida conforme o motivo: só vale tentar com um domínio catch-all, primeiro com poucos endereços.',
  undeliverable: 'Remova: cada devolução prejudica a reputação.',
  unknown: 'Verifique de novo mais tarde. Isso nada diz contra o endereço.',
};
