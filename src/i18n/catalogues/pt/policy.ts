import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: 'Regras',
  intro:
    'As suas próprias regras para os resultados das listas, no JSON do mailvet.json: o que é entregável ou arriscado para você.',
  where:
    'As listas são avaliadas por elas: números, linhas, downloads e relatórios, também de listas já verificadas. A API fica como o serviço avalia.',
  field: 'Regras e listas (JSON)',
  hint: 'Os domínios e os endereços de “lists” são escritos aqui mesmo: não é possível indicar um arquivo. Os limites não têm efeito aqui.',
  save: 'Salvar as regras',
  saving: 'Salvando…',
  not_saved: 'As regras têm {count, plural, one {# erro} other {# erros}} e não foram salvas:',
  remove_text: 'Sem regras próprias, os resultados são avaliados como o serviço faz.',
  done_saved: 'As regras foram salvas.',
  done_removed: 'As regras foram removidas.',
  applies: 'Avaliado pelas regras da sua equipe.',
  unreadable:
    'Esta versão do mailvet não consegue ler as regras da sua equipe: os números são os da última avaliação, e os downloads são recusados até que um proprietário as corrija.',
  by_rule: 'Regras: a da linha {line}',
  by_allow: 'Regras: a lista “allow”',
  by_disposable: 'Regras: a lista “disposable”',
  being_applied:
    'As regras da sua equipe mudaram: os números de algumas listas seguem em instantes.',
  open: 'Abrir as regras',
};
