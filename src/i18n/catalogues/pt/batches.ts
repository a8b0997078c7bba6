import type { TranslatedArea } from '../../catalogue.ts';
import type { batches as english } from '../en/batches.ts';

export const batches: TranslatedArea<typeof english> = {
  title: 'Lotes da API',
  intro:
    'Lotes enviados por programas com uma chave de API. Os lotes das listas estão em <link>Listas</link>.',
  caption: 'Lotes enviados com uma chave de API, mais recentes primeiro',
  none: 'Nenhum lote ainda: envie um com uma chave de API.',
  batch: 'Lote',
  as_loaded: 'Como estavam quando esta página foi carregada.',
  addresses_caption: 'Endereços na ordem de envio',
  no_address: 'Nenhum endereço nesta página.',
  progress: 'Progresso',
  created_at: 'criado: {time}',
  addresses_processed: 'Endereços processados',
  of_processed: '<done></done> de {total, number} processados',
  identifier: 'Identificador: <code></code>',
  confirm_cancel: 'Cancelar este lote? Endereços ainda não verificados continuarão assim.',
  cancel: 'Cancelar o lote',
  results: 'Resultados',
  what_these_mean: 'O que significam',
  waiting: 'aguardando',
  state_completed: 'Concluído',
  state_cancelled: 'Cancelado',
  cancelled: 'cancelado',
  could_not_verify: 'não pôde ser verificado',
};
