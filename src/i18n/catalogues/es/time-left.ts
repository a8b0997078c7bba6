import type { TranslatedArea } from '../../catalogue.ts';
import type { timeLeft as english } from '../en/time-left.ts';

export const timeLeft: TranslatedArea<typeof english> = {
  left: 'tiempo restante: {time}',
  rest: 'esperando a un proveedor, próximo intento en {time}',
  hosts: 'esperando a servidores lentos ({count, plural, one {# dirección} other {# direcciones}})',
};
