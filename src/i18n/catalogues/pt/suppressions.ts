import type { TranslatedArea } from '../../catalogue.ts';
import type { suppressions as english } from '../en/suppressions.ts';

export const suppressions: TranslatedArea<typeof english> = {
  title: 'Lista de exclusão',
  intro: 'Estes endereços são ignorados em todas as listas e marcados como “não enviar”. Grátis.',
  add_title: 'Adicionar um endereço ou domínio',
  import_title: 'Importar um arquivo',
  entries: '{count, plural, one {# entrada} other {# entradas}}',
  caption: 'Endereços e domínios da lista de exclusão',
  address_or_domain: 'Endereço ou domínio',
  added_column: 'Adicionado',
  none: 'Nenhuma entrada ainda.',
  none_begins: 'Nenhuma entrada começa assim.',
  download: 'Baixar a lista',
  imported:
    '{count, plural, one {# adicionada} other {# adicionadas}}; {known, plural, =0 {nenhuma já estava na lista} one {# já estava na lista} other {# já estavam na lista}}.',
  skipped: '{count, plural, one {# linha ignorada:} other {# linhas ignoradas, por exemplo:}}',
  entry_label: 'Endereço de e-mail, ou @ e um domínio',
  entry_placeholder: 'ann@example.com ou @example.com',
  add: 'Adicionar',
  import: 'Importar',
  importing: 'Importando…',
  import_hint: 'Até 1.000.000 de linhas ou 200 MB. O arquivo não é guardado.',
  erased: 'um endereço apagado',
  confirm_remove: 'Remover {entry}? Voltará a ser verificado.',
  remove_entry: 'Remover {entry}',
  done_added: 'Adicionado à lista de exclusão.',
  done_known: 'Já está na lista de exclusão.',
  done_removed: 'Removido da lista de exclusão.',
  write_entry: 'Digite um endereço, ou @ e um domínio',
};
