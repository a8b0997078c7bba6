import type { TranslatedArea } from '../../catalogue.ts';
import type { batches as english } from '../en/batches.ts';

export const batches: TranslatedArea<typeof english> = {
  title: 'Lotes de API',
  intro:
    'Lotes que enviaron programas con una clave de API. Los lotes de las listas están en <link>Listas</link>.',
  caption: 'Lotes enviados con una clave de API, los más recientes primero',
  none: 'Aún no hay lotes: envíe uno con una clave de API.',
  batch: 'Lote',
  as_loaded: 'Tal como estaban al cargar esta página.',
  addresses_caption: 'Direcciones en el orden de envío',
  no_address: 'No hay direcciones en esta página.',
  progress: 'Progreso',
  created_at: 'creado: {time}',
  addresses_processed: 'Direcciones procesadas',
  of_processed: '<done></done> de {total, number} procesadas',
  identifier: 'Identificador: <code></code>',
  confirm_cancel: '¿Cancelar este lote? Las direcciones sin verificar quedarán así.',
  cancel: 'Cancelar el lote',
  results: 'Resultados',
  what_these_mean: 'Qué significan',
  waiting: 'en espera',
  state_completed: 'Completado',
  state_cancelled: 'Cancelado',
  cancelled: 'cancelada',
  could_not_verify: 'no se pudo verificar',
};
