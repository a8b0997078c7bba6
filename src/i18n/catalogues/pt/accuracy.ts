import type { TranslatedArea } from '../../catalogue.ts';
import type { accuracy as english } from '../en/accuracy.ts';

export const accuracy: TranslatedArea<typeof english> = {
  title: 'Precisão',
  intro:
    'Com que frequência os resultados estavam certos: o que se encontrou de um endereço ao lado do que aconteceu com os e-mails enviados até 30 dias depois.',
  nothing_known:
    'Não se conhece nenhum resultado de envio para {count, plural, one {# endereço verificado} other {# endereços verificados}} desde {since}: ainda não se pode dizer nada. O mailvet learn lê devoluções e entregas, e os provedores as informam.',
  rests_on:
    'Baseia-se em {count, plural, one {# resultado} other {# resultados}} ({delivered, number} entregues, {bounced, number} devolvidos) de {verified, number} endereços verificados desde {since}.',
  of_outcomes: 'As proporções são dos endereços com resultado de envio.',
  of_verified:
    'As proporções são de todos os endereços verificados, como se os e-mails aos demais tivessem chegado: a verdade pode ser pior.',
  undated:
    '{count, plural, one {# resultado sem data conta} other {# resultados sem data contam}} a partir de quando foram lidos.',
  cut: 'Há mais resultados do que se leem de uma vez: só os mais recentes contam.',
  rules: 'Regras, as piores primeiro',
  rules_caption: 'Regras por desmentidos',
  verdicts: 'Por veredito',
  hosts: 'Por servidor de e-mail',
  rule: 'Regra',
  outcomes: 'Resultados',
  contradicted: 'Desmentidos',
  share: 'Proporção (intervalo de 95%)',
  share_between: '{share} ({low} a {high})',
  allowed: 'Permitido',
  no_promise: 'não promete nada',
  replies: 'Respostas',
  times: '{count, number} ×',
  verified: 'Verificados',
  delivered: 'Entregues',
  bounced: 'Devolvidos',
  host: 'Servidor de e-mail',
  no_rows: 'Nenhuma.',
};
