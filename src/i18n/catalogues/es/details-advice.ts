import type { TranslatedArea } from '../../catalogue.ts';
import type { detailsAdvice as english } from '../en/details-advice.ts';

export const detailsAdvice: TranslatedArea<typeof english> = {
  accepted: 'Envíe.',
  exists_busy: 'Envíe.',
  accept_all:
    'Déjela fuera de envíos grandes: pruebe primero con unas pocas direcciones así y descarte las que reboten.',
  accepts_all_until_data:
    'Déjela fuera de envíos grandes: pruebe primero con unas pocas direcciones así y descarte las que reboten.',
  suppressed: 'No le envíe correo.',
  syntax: 'Corríjala o elimínela.',
  no_mx: 'Elimínela.',
  null_mx: 'Elimínela.',
  no_mailbox: 'Elimínela.',
  full: 'Verifíquela de nuevo en unas semanas; elimínela si el buzón sigue lleno.',
  bounced: 'Elimínela, salvo que sepa que el buzón existe de nuevo.',
  disabled: 'Elimínela.',
  opted_out: 'Consérvela: solo su dominio puede decir más.',
  dns_failure:
    'Verifíquela de nuevo más tarde; `mailvet doctor` comprueba sus servidores de nombres.',
  dns_untrusted: 'Verifíquela de nuevo cuando su administrador haya arreglado el DNS.',
  no_connection: 'Verifíquela de nuevo más tarde; `mailvet doctor` comprueba el puerto 25.',
  no_answer: 'Verifíquela de nuevo más tarde.',
  out_of_step: 'Verifíquela de nuevo más tarde.',
  greylisted: 'Verifíquela de nuevo después de la hora indicada.',
  deferred: 'Verifíquela de nuevo más tarde.',
  unproven: 'Verifíquela de nuevo más tarde.',
  blocked: 'Verifíquela desde otra dirección IP (pregunte a su administrador).',
  refused_network: 'Verifíquela desde esa red o elimínela.',
  unclear: 'Verifíquela de nuevo más tarde.',
  internal: 'Verifíquela de nuevo e infórmenos si se repite.',
};
