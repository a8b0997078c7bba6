import type { TranslatedArea } from '../../catalogue.ts';
import type { history as english } from '../en/history.ts';

export const history: TranslatedArea<typeof english> = {
  title: 'Verificar una dirección',
  verify_address: 'Verificar una dirección',
  everything_checked: 'Todo lo verificado hasta ahora',
  caption: 'Verificaciones, las más recientes primero',
  none: 'Aún no hay resultados.',
  none_so_far: 'Por ahora, ninguna dirección coincide.',
  none_matching: 'Ninguna dirección coincide.',
  cut_off: 'Resultados buscados desde: {time}. <link>Buscar en resultados anteriores</link>',
  cut_off_beginnings:
    'Búsqueda completa desde: {time}. De antes solo se muestran la dirección «{search}» y los dominios que empiezan así. <link>Buscar en todos los resultados anteriores</link>',
  verify: 'Verificar',
  verifying: 'Verificando…',
  check_again: 'Verificar de nuevo (usa 1 verificación)',
  score_of: '{score, number} de 100',
  yes: 'sí',
  no: 'no',
  did_you_mean: 'Quizá quiso decir',
  provider: 'Proveedor de correo',
  mail_server: 'Servidor de correo',
  sending_ip: 'IP de envío',
  reply: 'Respuesta',
  domain_outcomes: 'Sus correos a este dominio',
  domain_outcomes_text:
    'llegaron a {delivered, number} de {count, plural, one {# dirección} other {# direcciones}}, desde: {since}',
  checked: 'Verificado',
  cached: '{time} (en caché)',
  attempts: 'Intentos',
  verify_again_after: 'Verificar de nuevo después de',
  address_too_long: 'Una dirección puede tener como máximo {count, number} caracteres',
};
