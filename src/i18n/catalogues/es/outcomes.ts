import type { TranslatedArea } from '../../catalogue.ts';
import type { outcomes as english } from '../en/outcomes.ts';

export const outcomes: TranslatedArea<typeof english> = {
  title: 'Rebotes',
  intro:
    'Qué fue de su correo: rebotes, quejas y entregas, según lo comunican los proveedores y lo lee mailvet learn. La próxima verificación de una dirección los tiene en cuenta.',
  addresses: 'Direcciones para sus proveedores',
  addresses_intro:
    'Cree una dirección y péguela donde el proveedor pide una URL de webhook. Un informe solo cuenta con la firma del proveedor.',
  hint_ses:
    'En Amazon SNS, suscriba el tema de sus eventos de SES a esta dirección, por HTTPS. La suscripción se confirma sola.',
  hint_sendgrid:
    'En SendGrid, en Mail Settings, Event Webhook: active la firma y pegue aquí su clave de verificación.',
  hint_mailgun: 'En Mailgun, en Webhooks: copie la clave de firma de webhooks HTTP y péguela aquí.',
  hint_postmark:
    'En Postmark, en Webhooks del flujo de mensajes: elija rebote, queja de spam y entrega. La propia dirección es el secreto.',
  create: 'Crear la dirección',
  renew: 'Sustituir la dirección',
  confirm_renew: '¿Sustituir la dirección de {provider}? La actual deja de valer de inmediato.',
  address_of: 'Dirección para {provider}',
  copy_now: 'Copie la dirección ahora. No volverá a mostrarse.',
  address_hidden:
    'La dirección está en uso y no puede volver a mostrarse: sustitúyala si la ha perdido.',
  key_of: 'Clave de firma de {provider}',
  save_key: 'Guardar la clave',
  key_known: 'Hay una clave guardada.',
  key_missing: 'Sin la clave se rechaza todo informe.',
  never: 'Aún no ha llegado nada.',
  reported:
    'Último informe: {time}. {count, plural, one {# resultado} other {# resultados}} en total.',
  came: 'Lo que llegó: {count, plural, one {# resultado} other {# resultados}}',
  caption: 'Los últimos resultados',
  read_at: 'Registrado',
  outcome: 'Resultado',
  domain: 'Dominio',
  happened: 'Cuándo',
  reply: 'Respuesta',
  source: 'Fuente',
  none: 'Aún no hay resultados. mailvet learn los lee de rebotes y exportaciones.',
  unknown_time: 'desconocido',
  kind_delivered: 'entregado',
  kind_no_mailbox: 'sin buzón',
  kind_full: 'buzón lleno',
  kind_disabled: 'buzón desactivado',
  kind_blocked: 'bloqueado',
  kind_deferred: 'aplazado',
  kind_complaint: 'queja',
  kind_undecided: 'sin decidir',
  done_created: 'La dirección está lista: péguela en el proveedor.',
  done_key: 'La clave de firma se guardó.',
};
