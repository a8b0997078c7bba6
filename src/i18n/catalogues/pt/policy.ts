import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: 'Regras',
  intro:
    'As suas próprias regras para os resultados das listas, no JSON do mailvet.json: o que é entregável ou arriscado para você.',
  where:
    'Os downloads e os relatórios de listas são avaliados por elas, também os de listas já verificadas. Os números e as linhas das páginas, e a API, ficam como o serviço os avalia.',
  field: 'Regras e listas (JSON)',
  hint: 'Os domínios e os endereços de “lists” são escritos aqui mesmo: não é possível indicar um arquivo. Os limites não têm efeito aqui.',
  save: 'Salvar',
  saving: 'Salvando…',
  not_saved: 'As regras têm {count, plural, one {# erro} other {# erros}} e não foram salvas:',
  remove_text: 'Sem regras próprias, os resultados são avaliados como o serviço faz.',
  done_saved: 'As regras foram salvas.',
  done_removed: 'As regras foram removidas.',
  applies:
    'Os downloads e o relatório são avaliados pelas regras da sua equipe; os números desta página, não.',
  open: 'Abrir as regras',
};
