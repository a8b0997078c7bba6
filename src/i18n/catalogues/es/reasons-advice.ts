import type { TranslatedArea } from '../../catalogue.ts';
import type { reasonsAdvice as english } from '../en/reasons-advice.ts';

export const reasonsAdvice: TranslatedArea<typeof english> = {
  accepted: 'Envíe.',
  accept_all:
    'Déjela fuera de envíos grandes: pruebe primero con unas pocas direcciones así y descarte las que reboten.',
  disposable: 'Déjela fuera: ese tipo de buzón se abandona en horas. Pida otra dirección.',
  role: 'Déjela fuera de los envíos: la leen varias personas y ninguna se suscribió. Si las conoce, escríbales individualmente.',
  suppressed: 'Déjela fuera: está en la lista de exclusión de su equipo.',
  syntax: 'Corríjala o elimínela.',
  no_mx: 'Elimínela.',
  mailbox: 'Elimínela.',
  no_answer: 'Verifíquela de nuevo más tarde.',
  error: 'Verifíquela de nuevo más tarde.',
  incomplete: 'Verifíquela de nuevo más tarde.',
  several_addresses: 'Verifique cada una: --split-cells las separa.',
};
