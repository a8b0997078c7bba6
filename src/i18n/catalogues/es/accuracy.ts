import type { TranslatedArea } from '../../catalogue.ts';
import type { accuracy as english } from '../en/accuracy.ts';

export const accuracy: TranslatedArea<typeof english> = {
  title: 'Precisión',
  intro:
    'Con qué frecuencia acertaron los resultados: cada resultado comparado con lo que pasó con el correo enviado a esa dirección en los 30 días siguientes.',
  nothing_known:
    'Aún no se conoce ningún resultado de envío para {count, plural, one {# dirección verificada} other {# direcciones verificadas}} (desde: {since}), así que la precisión no se puede medir. mailvet learn lee rebotes y entregas, y los proveedores los comunican.',
  rests_on:
    'Se basa en {count, plural, one {# resultado de envío} other {# resultados de envío}} ({delivered, number} entregados, {bounced, number} rebotados) de {verified, number} direcciones verificadas, desde: {since}.',
  of_outcomes: 'Los porcentajes son de las direcciones con resultado de envío conocido.',
  of_verified:
    'Los porcentajes son de todas las direcciones verificadas; las que no tienen resultado de envío cuentan como entregadas: las cifras reales pueden ser peores.',
  undated:
    '{count, plural, one {# resultado de envío no tiene fecha: cuenta desde que se leyó.} other {# resultados de envío no tienen fecha: cuentan desde que se leyeron.}}',
  cut: 'Hay más resultados de los que se leen a la vez: solo cuentan los más recientes.',
  rules: 'Reglas, las peores primero',
  rules_caption: 'Reglas, según la frecuencia con que se desmintieron',
  verdicts: 'Por veredicto',
  hosts: 'Por servidor de correo',
  rule: 'Regla',
  outcomes: 'Resultados de envío',
  contradicted: 'Desmentidas',
  share: 'Porcentaje (intervalo del 95 %)',
  share_between: '{share} ({low} a {high})',
  allowed: 'Permitido',
  no_promise: 'no promete nada',
  replies: 'Respuestas del servidor',
  times: '{count, number} ×',
  verified: 'Verificadas',
  delivered: 'Entregados',
  bounced: 'Rebotados',
  host: 'Servidor de correo',
  no_rows: 'Sin datos.',
};
