import type { TranslatedArea } from '../../catalogue.ts';
import type { accuracy as english } from '../en/accuracy.ts';

export const accuracy: TranslatedArea<typeof english> = {
  title: 'Precisão',
  intro:
    'Com que frequência os resultados estavam certos: cada resultado comparado com o que aconteceu com os e-mails enviados a esse endereço nos 30 dias seguintes.',
  nothing_known:
    'Ainda não se conhece nenhum resultado de envio para {count, plural, one {# endereço verificado} other {# endereços verificados}} desde {since}, portanto a precisão não pode ser medida. O mailvet learn lê devoluções e entregas, e os provedores as informam.',
  rests_on:
    'Baseia-se em {count, plural, one {# resultado de envio} other {# resultados de envio}} ({delivered, number} entregues, {bounced, number} devolvidos) de {verified, number} endereços verificados desde {since}.',
  of_outcomes: 'As porcentagens são dos endereços com resultado de envio conhecido.',
  of_verified:
    'As porcentagens são de todos os endereços verificados; os que não têm resultado de envio contam como entregues: os números reais podem ser piores.',
  undated:
    '{count, plural, one {# resultado de envio não tem data: conta a partir de quando foi lido.} other {# resultados de envio não têm data: contam a partir de quando foram lidos.}}',
  cut: 'Há mais resultados do que se leem de uma vez: só os mais recentes contam.',
  rules: 'Regras, as piores primeiro',
  rules_caption: 'Regras, pela frequência com que foram desmentidas',
  verdicts: 'Por veredito',
  hosts: 'Por servidor de e-mail',
  rule: 'Regra',
  outcomes: 'Resultados de envio',
  contradicted: 'Desmentidos',
  share: 'Porcentagem (intervalo de 95%)',
  share_between: '{share} ({low} a {high})',
  allowed: 'Permitido',
  no_promise: 'não promete nada',
  replies: 'Respostas',
  times: '{count, number} ×',
  verified: 'Verificados',
  delivered: 'Entregues',
  bounced: 'Devolvidos',
  host: 'Servidor de e-mail',
  no_rows: 'Sem dados.',
};
