import type { TranslatedArea } from '../../catalogue.ts';
import type { outcomes as english } from '../en/outcomes.ts';

export const outcomes: TranslatedArea<typeof english> = {
  title: 'Rebotes',
  intro:
    'Qué pasó con su correo: rebotes, quejas y entregas que comunican los proveedores o lee mailvet learn. La próxima verificación de una dirección los tiene en cuenta.',
  addresses: 'URL para sus proveedores',
  addresses_intro:
    'Cree una URL y péguela donde el proveedor pide una URL de webhook. Un informe solo cuenta con la firma del proveedor.',
  hint_ses:
    'En Amazon SNS, suscriba esta URL, por HTTPS, al tema de sus eventos de SES. La suscripción se confirma sola.',
  hint_sendgrid:
    'En SendGrid, en Mail Settings, Event Webhook: active la firma y pegue aquí su clave de verificación.',
  hint_mailgun: 'En Mailgun, en Webhooks: copie la clave de firma de webhooks HTTP y péguela aquí.',
  hint_postmark:
    'En Postmark, en Webhooks del message stream: elija Bounce, Spam Complaint y Delivery. La propia URL es el secreto.',
  create: 'Crear la URL',
  renew: 'Sustituir la URL',
  confirm_renew: '¿Sustituir la URL de {provider}? La actual dejará de funcionar de inmediato.',
  address_of: 'URL para {provider}',
  copy_now: 'Copie la URL ahora. No volverá a mostrarse.',
  address_hidden: 'La URL está en uso y no puede volver a mostrarse: sustitúyala si la ha perdido.',
  key_of: 'Clave de firma de {provider}',
  save_key: 'Guardar la clave',
  key_known: 'Hay una clave guardada.',
  key_missing: 'Sin la clave se rechaza todo informe.',
  never: 'Aún no se ha recibido nada.',
  reported:
    'Último informe: {time}. {count, plural, one {# resultado de envío} other {# resultados de envío}} en total.',
  came: 'Recibido: {count, plural, one {# resultado de envío} other {# resultados de envío}}',
  caption: 'Los últimos resultados de envío',
  read_at: 'Registrado',
  outcome: 'Resultado de envío',
  domain: 'Dominio',
  happened: 'Cuándo',
  reply: 'Respuesta',
  source: 'Fuente',
  none: 'Aún no hay resultados de envío. mailvet learn los lee de rebotes y exportaciones.',
  unknown_time: 'desconocido',
  kind_delivered: 'entregado',
  kind_no_mailbox: 'sin buzón',
  kind_full: 'buzón lleno',
  kind_disabled: 'buzón desactivado',
  kind_blocked: 'bloqueado',
  kind_deferred: 'aplazado',
  kind_complaint: 'queja',
  kind_undecided: 'sin decidir',
  done_created: 'La URL está lista: péguela en el proveedor.',
  done_key: 'La clave de firma se guardó.',
};
