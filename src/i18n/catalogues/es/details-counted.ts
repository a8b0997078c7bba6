import type { TranslatedArea } from '../../catalogue.ts';
import type { detailsCounted as english } from '../en/details-counted.ts';

export const detailsCounted: TranslatedArea<typeof english> = {
  accepted: '{count, plural, one {# buzón acepta correo} other {# buzones aceptan correo}}',
  exists_busy: '{count, plural, one {# buzón saturado} other {# buzones saturados}}',
  accept_all:
    '{count, plural, one {# dirección en un servidor catch-all} other {# direcciones en servidores catch-all}}',
  accepts_all_until_data:
    '{count, plural, one {# dirección en un proveedor que rechaza tras el mensaje} other {# direcciones en proveedores que rechazan tras el mensaje}}',
  suppressed:
    '{count, plural, one {# dirección en la lista de exclusión} other {# direcciones en la lista de exclusión}}',
  syntax: '{count, plural, one {# dirección no válida} other {# direcciones no válidas}}',
  no_mx:
    '{count, plural, one {# dirección en un dominio sin servidor de correo} other {# direcciones en dominios sin servidor de correo}}',
  null_mx:
    '{count, plural, one {# dirección en un dominio que no recibe correo} other {# direcciones en dominios que no reciben correo}}',
  no_mailbox: '{count, plural, one {# buzón no existe} other {# buzones no existen}}',
  full: '{count, plural, one {# buzón lleno} other {# buzones llenos}}',
  bounced: '{count, plural, one {# dirección que rebotó} other {# direcciones que rebotaron}}',
  disabled: '{count, plural, one {# buzón desactivado} other {# buzones desactivados}}',
  opted_out:
    '{count, plural, one {# dirección de un dominio que pide no ser verificado} other {# direcciones de dominios que piden no ser verificados}}',
  dns_failure:
    '{count, plural, one {# dirección sin respuesta de DNS} other {# direcciones sin respuesta de DNS}}',
  dns_untrusted:
    '{count, plural, one {# dirección sin verificar por el DNS} other {# direcciones sin verificar por el DNS}}',
  no_connection:
    '{count, plural, one {# dirección en un servidor inaccesible} other {# direcciones en servidores inaccesibles}}',
  no_answer:
    '{count, plural, one {# dirección sin respuesta del servidor} other {# direcciones sin respuesta del servidor}}',
  out_of_step:
    '{count, plural, one {# dirección con respuestas contradictorias} other {# direcciones con respuestas contradictorias}}',
  greylisted:
    '{count, plural, one {# dirección en greylisting} other {# direcciones en greylisting}}',
  deferred:
    '{count, plural, one {# dirección aplazada por su servidor} other {# direcciones aplazadas por su servidor}}',
  unproven:
    '{count, plural, one {# dirección aceptada sin contraprueba} other {# direcciones aceptadas sin contraprueba}}',
  blocked:
    '{count, plural, one {# dirección en un servidor que rechaza nuestra verificación} other {# direcciones en servidores que rechazan nuestra verificación}}',
  refused_network:
    '{count, plural, one {# dirección en un servidor de red privada} other {# direcciones en servidores de red privada}}',
  unclear:
    '{count, plural, one {# dirección con respuesta poco clara} other {# direcciones con respuesta poco clara}}',
  internal:
    '{count, plural, one {# dirección con un error interno} other {# direcciones con un error interno}}',
};
