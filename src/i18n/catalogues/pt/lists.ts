import type { TranslatedArea } from '../../catalogue.ts';
import type { lists as english } from '../en/lists.ts';

export const lists: TranslatedArea<typeof english> = {
  upload: 'Carregar uma lista',
  of_team: 'As listas da equipe',
  storage: '{used} de {most} usados no disco',
  order_newest: 'Mais recentes primeiro',
  order_oldest: 'Mais antigas primeiro',
  order_name: 'Por nome',
  order_addresses: 'Mais endereços primeiro',
  search_by_name: 'Buscar por nome',
  folder: 'Pasta',
  all: 'Todas as listas',
  folder_count: '{name} ({count, number})',
  order: 'Ordem',
  none: 'Ainda não há listas. Carregue uma e receba-a de volta com um resultado em cada linha: para quem é seguro enviar, para quem não, e por quê.',
  none_matches: 'Nenhuma lista corresponde.',
  results: 'Resultados',
  uploaded: 'Carregada',
  download_named: 'Baixar {name}',
  edit_named: 'Editar {name}: renomear, mover ou compartilhar',
  delete_named: 'Excluir {name}',
  deleted: 'A lista foi excluída.',
  of_command_line: 'Listas da linha de comando',
  command_line_intro: 'Verificadas em um terminal no servidor deste serviço.',
  all_of_command_line: 'Todas as listas da linha de comando',
  answered: 'Verificados',
  unfinished: 'Não concluída',
  answered_of:
    '{count, number} de {total, plural, one {# endereço verificado} other {# endereços verificados}}',
  where_results_are: 'Onde estão os resultados',
  results_in_file: 'Arquivos no servidor deste serviço:',
  go_on_in_terminal:
    'A lista não está concluída. Continue em um terminal no servidor deste serviço:',
  write_in_terminal: 'Grave-os em um arquivo em um terminal no servidor deste serviço:',
  pasted_name: 'Colada {time}',
  sample_name: 'Lista de exemplo',
};
