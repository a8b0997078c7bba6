import type { TranslatedArea } from '../../catalogue.ts';
import type { timeLeft as english } from '../en/time-left.ts';

export const timeLeft: TranslatedArea<typeof english> = {
  left: 'tempo restante: {time}',
  rest: 'aguardando um provedor, próxima tentativa em {time}',
  hosts: 'aguardando servidores lentos ({count, plural, one {# endereço} other {# endereços}})',
};
