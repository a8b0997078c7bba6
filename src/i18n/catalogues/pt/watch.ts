import type { TranslatedArea } from '../../catalogue.ts';
import type { watch as english } from '../en/watch.ts';

export const watch: TranslatedArea<typeof english> = {
  title: 'Acompanhar esta lista',
  intro:
    'No intervalo escolhido, os endereços a reverificar são verificados de novo. Os outros mantêm o resultado e não custam nada. Se algo mudou, chega um e-mail como o de uma lista terminada, se este serviço envia e-mails, e os programas recebem o webhook list.changed.',
  every: 'Verificar de novo a cada',
  days: 'dias',
  start: 'Acompanhar esta lista',
  change: 'Salvar',
  watched: 'Verificada de novo a cada {days, plural, one {dia} other {# dias}}.',
  next: 'Próxima rodada: {time}.',
  waits:
    'Uma rodada está em espera: {count, plural, one {# endereço precisa ser verificado} other {# endereços precisam ser verificados}} de novo, mais do que resta da cota neste mês. Ela começa quando a cota permitir.',
  stop: 'Deixar de acompanhar',
  confirm_stop: 'Deixar de acompanhar {name}? As rodadas e suas mudanças ficam.',
  rounds: 'Rodadas',
  rounds_caption: 'Rodadas desta lista, a mais recente primeiro',
  date: 'Data',
  checked: 'Verificados de novo',
  changed: 'Mudados',
  running: 'em andamento',
  since: 'Desde a última vez',
  since_round: 'Nova verificação ({time}): {count, plural, one {# endereço} other {# endereços}}.',
  since_list: 'Comparada com {name} ({time}).',
  worse: 'Pioraram',
  better: 'Recuperados',
  other: 'Outro motivo, ou indefinido desta vez',
  added: 'Novos na lista',
  removed: 'Não estão mais na lista',
  nothing: 'Nada mudou.',
  download: 'Baixar as mudanças (CSV)',
  download_round: 'Baixar as mudanças de {time}',
  filter: 'Mudança: {change}',
  done_watched: 'Esta lista agora é acompanhada.',
  done_unwatched: 'A lista não é mais acompanhada.',
  home_title: 'Listas acompanhadas',
  home_watched: '{count, plural, one {# lista é acompanhada.} other {# listas são acompanhadas.}}',
  home_changed:
    '{name} mudou ({time}): pioraram {worse, number}, melhoraram {better, number}, outras mudanças {other, number}.',
  home_nothing: 'Nada mudou nos últimos 30 dias.',
};
