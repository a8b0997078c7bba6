import type { TranslatedArea } from '../../catalogue.ts';
import type { details as english } from '../en/details.ts';

export const details: TranslatedArea<typeof english> = {
  accepted: 'El servidor de correo acepta correo para este buzón',
  exists_busy: 'El buzón existe; ahora mismo recibe demasiado correo',
  accept_all:
    'El servidor de correo acepta cualquier nombre en este dominio, así que el buzón puede no existir',
  accepts_all_until_data:
    'El proveedor acepta cualquier nombre y rechaza los buzones desconocidos después del mensaje',
  suppressed: 'Está en la lista de exclusión del equipo, por eso no se verificó',
  syntax: 'No es una dirección de correo',
  no_mx: 'El dominio no existe o no tiene servidor de correo',
  null_mx: 'El dominio indica que no acepta correo',
  no_mailbox: 'El servidor de correo no conoce este buzón',
  full: 'El buzón existe, pero está lleno',
  bounced: 'El correo a esta dirección rebotó, según sus resultados de envío',
  disabled: 'El buzón está desactivado o abandonado',
  opted_out: 'Sin verificar: el dominio pide que nadie verifique sus buzones',
  dns_failure: 'Los servidores de nombres no dieron una respuesta útil sobre el dominio',
  dns_untrusted: 'Sin verificar: un problema de DNS por nuestra parte',
  no_connection: 'No se pudo contactar con ningún servidor de correo del dominio por el puerto 25',
  no_answer: 'El servidor de correo aceptó la conexión, pero no respondió a tiempo',
  out_of_step: 'El servidor de correo dio respuestas contradictorias',
  greylisted:
    'El servidor de correo pide a los remitentes desconocidos que vuelvan más tarde (greylisting)',
  deferred: 'El servidor de correo tiene un problema temporal',
  unproven: 'El servidor de correo aceptó la dirección, pero no se sabe si acepta cualquier nombre',
  blocked: 'El servidor de correo rechazó nuestra verificación; no dice nada de la dirección',
  refused_network: 'El servidor de correo está en una dirección fuera de la internet pública',
  unclear: 'La respuesta del servidor de correo no dice ni que el buzón exista ni que no exista',
  internal: 'La verificación falló por un error interno',
};
