import type { TranslatedArea } from '../../catalogue.ts';
import type { faults as english } from '../en/faults.ts';

export const faults: TranslatedArea<typeof english> = {
  quota_used_up: 'A cota acabou',
  not_allowed: 'Não permitido',
  owners_only: 'Somente proprietários',
  not_found: 'Não encontrado',
  no_longer_possible: 'Não é mais possível',
  link_expired: 'Este link expirou',
  too_large: 'Grande demais',
  too_many_attempts: 'Tentativas demais',
  not_available: 'Indisponível no momento',
  error_occurred: 'Ocorreu um erro',
  back: 'Voltar',
  home: 'Início',
};
