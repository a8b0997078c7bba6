import type { TranslatedArea } from '../../catalogue.ts';
import type { listProgress as english } from '../en/list-progress.ts';

export const listProgress: TranslatedArea<typeof english> = {
  units:
    '{unit, select, entry {{count, plural, one {# item} other {# itens}}} other {{count, plural, one {# linha} other {# linhas}}}}',
  of_units:
    'de {unit, select, entry {{count, plural, one {# item} other {# itens}}} other {{count, plural, one {# linha} other {# linhas}}}}',
  checked: '{rows}: verificação concluída',
  not_checked: '{count, number} {of_rows} sem verificação',
  checked_of: 'verificação: {count, number} {of_rows}',
  checked_again:
    '{count, number} de {total, plural, one {# endereço} other {# endereços}}, nova verificação',
  with_time: '{done}, {left}',
  waits_open_batches: 'Aguardando outra lista da sua equipe terminar.',
  waits_storage:
    'Em pausa: o armazenamento da sua equipe está cheio. Continua quando listas ou lotes da API forem excluídos, ou quando o limite for aumentado.',
  waits_file:
    'O arquivo desta lista não está no serviço. Ela continua sozinha quando o operador devolver o arquivo ao lugar.',
  waits_braked:
    '{provider} recusa cada vez mais sessões nossas: abrimos metade e paramos se isso não ajudar. Você não precisa fazer nada.',
  waits_quietly:
    'Alguns servidores respondem devagar ou pediram que voltássemos em alguns minutos. Você não precisa fazer nada: a lista termina sozinha.',
  waits_quota:
    'Em pausa: sua equipe usou {count, plural, one {a única verificação} other {as # verificações}} deste mês. Continua em {day}, ou quando um proprietário aumentar a cota.',
  waits_for_hosts:
    '{count, plural, one {# endereço aguarda} other {# endereços aguardam}}: {why, select, greylisted {os servidores pediram que voltássemos mais tarde} other {os servidores limitaram nossa velocidade}}. Próxima tentativa {next}. Você não precisa fazer nada: a lista termina sozinha.',
  in_a_moment: 'em instantes',
  in_about: 'em cerca de {time}',
  safe: '{unit, select, row {{count, plural, one {linha} other {linhas}}} other {{count, plural, one {pessoa} other {pessoas}}}} com envio seguro',
  safe_so_far: '{safe} até agora',
  would_bounce: 'Sem a verificação, até {percent, number}% dos e-mails seriam devolvidos.',
  few_would_bounce: 'Sem a verificação, menos de 1% dos e-mails seria devolvido.',
  not_started: '{count, plural, one {# endereço} other {# endereços}}, verificação não iniciada',
  feed_running: '{checked}, {safe, plural, one {# segura} other {# seguras}} até agora',
  feed_done: '{safe, plural, one {# segura} other {# seguras}}, {of_rows}',
  feed_open: '{done}, {count, number} sem verificação',
};
