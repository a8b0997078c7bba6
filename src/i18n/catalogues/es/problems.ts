import type { TranslatedArea } from '../../catalogue.ts';
import type { problems as english } from '../en/problems.ts';

export const problems: TranslatedArea<typeof english> = {
  dns_failure: 'El DNS no responde, así que no se encuentran los servidores de correo',
  dns_untrusted: 'El DNS da aquí respuestas falsas, así que se ignoran',
  port_25_closed:
    'No se puede contactar con ningún servidor de correo: el puerto 25 de salida está cerrado',
  blocked:
    'La mayoría de los proveedores rechazan este servidor: su dirección IP está en una lista de bloqueo',
};
