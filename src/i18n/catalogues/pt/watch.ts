import type { TranslatedArea } from '../../catalogue.ts';
import type { watch as english } from '../en/watch.ts';

export const watch: TranslatedArea<typeof english> = {
  title: 'Acompanhar esta lista',
  intro:
    'A cada tantos dias, os endereços vencidos são verificados de novo. Os outros mantêm o resultado e não custam nada. Se algo mudou, chega um e-mail como o de uma lista terminada, se este serviço envia e-mails, e os programas recebem o webhook list.changed.',
  every: 'Verificar de novo a cada',
  days: 'dias',
  start: 'Acompanhar esta lista',
  change: 'Guardar',
  watched: 'Verificada de novo a cada {days, plural, one {dia} other {# dias}}.',
  next: 'Próxima rodada: {time}.',
  waits:
    'Uma rodada está em espera: {count, plural, one {# endereço venceu} other {# endereços venceram}}, mais do que resta da cota neste mês. Ela começa quando a cota permitir.',
  stop: 'Deixar de acompanhar',
  confirm_stop: 'Deixar de acompanhar {name}? As rodadas e suas mudanças ficam.',
  rounds: 'Rondas',
  rounds_caption: 'Rondas desta lista, a mais recente primeiro',
  date: 'Data',
  checked: 'Verificados de novo',
  changed: 'Mudados',
  running: 'em curso',
  since: 'Desde a última vez',
  since_round:
    '{count, plural, one {# endereço verificado} other {# endereços verificados}} de novo {time}.',
  since_list: 'Comparada com {name} de {time}.',
  worse: 'Pioraram',
  better: 'Voltaram',
  other: 'Outro motivo, ou não decidido desta vez',
  added: 'Novos na lista',
  removed: 'Já não estão na lista',
  nothing: 'Nada mudou.',
  download: 'Transferir as mudanças (CSV)',
  download_round: 'Transferir as mudanças de {time}',
  filter: 'Mudança: {change}',
  done_watched: 'A lista é acompanhada.',
  done_unwatched: 'A lista já não é acompanhada.',
  home_title: 'Listas acompanhadas',
  home_watched: '{count, plural, one {# lista é acompanhada.} other {# listas são acompanhadas.}}',
  home_changed:
    '{name} mudou {time}: {worse, number} pior, {better, number} melhor, {other, number} de outro modo.',
  home_nothing: 'Nada mudou nos últimos 30 dias.',
};
