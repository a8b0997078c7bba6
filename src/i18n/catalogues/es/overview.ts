import type { TranslatedArea } from '../../catalogue.ts';
import type { overview as english } from '../en/overview.ts';

export const overview: TranslatedArea<typeof english> = {
  your_lists: 'Sus listas',
  verify_list: 'Verificar una lista',
  upload_your_list: 'Suba su lista',
  sample_note: 'Vea en un minuto qué recibe por una lista.',
  check_one: 'Verificar una dirección',
  check_one_note: 'Vea qué significa un resultado y qué respondió el servidor de correo.',
  invite: 'Invitar a alguien',
  invite_note: 'Todo el equipo ve las mismas listas.',
  left_until: 'Quedan <b>{left, number}</b> de {quota, number} hasta el {day}',
  quota_used: 'Cuota usada',
  reserved: '{count, number} descontadas, o reservadas por las verificaciones en curso',
  charged:
    '{count, number} descontadas, {free, number} no descontadas (resultados en caché, duplicados y direcciones del sandbox)',
  given_back: '{count, number} sin descontar, porque no se pudieron decidir',
  nearly_reached: 'Se ha usado el {share} de las verificaciones de este mes.',
  storage: 'Almacenamiento',
  stored_lists: 'Listas: <b>{used}</b> de {limit}',
  stored_batches: 'Lotes e historial: <b>{used}</b> de {limit}',
  last_days:
    '{count, plural, one {# resultado} other {# resultados}} en los últimos {days, number} días',
  by_day: 'Por día (UTC), con los resultados en caché',
  chart:
    '{count, plural, one {# verificación} other {# verificaciones}} en {days, number} días, como máximo {most, number} en un día',
  show_table: 'Mostrar como tabla',
  chart_caption: 'Verificaciones por día',
  day_column: 'Día (UTC)',
  verifications_column: 'Verificaciones',
  day_count: '{day}: {count, number}',
};
