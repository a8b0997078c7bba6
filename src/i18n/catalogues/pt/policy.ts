import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: 'Regras',
  intro: 'Decida o que conta como entregável ou arriscado para a sua equipe.',
  where:
    'As listas são avaliadas por estas regras: números, linhas, downloads e relatórios, também de listas já verificadas. Os resultados da API não mudam.',
  common: 'Regras comuns',
  rule_no_disposable: 'Endereços descartáveis não são entregáveis',
  rule_no_free: 'Endereços de e-mail gratuito, como gmail.com, são arriscados',
  rule_role: 'Endereços genéricos, como info@ e support@, são entregáveis',
  rule_accept_all: 'Endereços catch-all são entregáveis, exceto os descartáveis',
  rule_full: 'Caixas de correio cheias são arriscadas',
  common_hint:
    'Sem estas regras, o e-mail gratuito conta como qualquer outro; endereços descartáveis, genéricos e catch-all são arriscados, e caixas de correio cheias não são entregáveis.',
  list_allow: 'Permitir: nunca arriscado',
  list_allow_hint: 'Um domínio ou endereço por linha. Um domínio inclui os seus subdomínios.',
  list_disposable: 'Bloquear: como descartáveis',
  list_disposable_hint:
    'Um domínio ou endereço por linha. Nunca estão entre as linhas seguras. Para pulá-los sem verificação, use a <suppressions>lista de exclusão</suppressions>.',
  other_rules:
    '{count, plural, one {Mais # regra está} other {Mais # regras estão}} abaixo no JSON: salvar aqui não {count, plural, one {a} other {as}} altera.',
  rest_title: 'Todas as regras em JSON',
  rest: 'Para regras por provedor, pontuação ou várias condições. São as mesmas regras: as regras comuns acima fazem parte delas.',
  example: 'Exemplo',
  all_reasons: 'Todos os motivos dos resultados (em inglês)',
  save_json: 'Salvar o JSON',
  field: 'Regras (JSON)',
  hint: 'Escreva aqui os domínios e os endereços de “lists”: não é possível indicar um arquivo. Os limiares não têm efeito aqui.',
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
    'As regras da sua equipe mudaram: os números de algumas listas serão atualizados em instantes.',
  open: 'Abrir as regras',
};
