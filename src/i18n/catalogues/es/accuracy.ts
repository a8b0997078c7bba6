import type { TranslatedArea } from '../../catalogue.ts';
import type { accuracy as english } from '../en/accuracy.ts';

export const accuracy: TranslatedArea<typeof english> = {
  title: 'Acierto',
  intro:
    'Con qué frecuencia acertaron los resultados: lo que se encontró de una dirección junto a lo que pasó con el correo enviado hasta 30 días después.',
  nothing_known:
    'No se conoce qué pasó con el correo a {count, plural, one {# dirección verificada} other {# direcciones verificadas}} desde {since}: aún no se puede decir nada. mailvet learn lee rebotes y entregas, y los proveedores los comunican.',
  rests_on:
    'Se basa en {count, plural, one {# resultado de envío} other {# resultados de envío}} ({delivered, number} entregados, {bounced, number} rebotados) de {verified, number} direcciones verificadas desde {since}.',
  of_outcomes: 'Las proporciones son de las direcciones con resultado.',
  of_verified:
    'Las proporciones son de todas las direcciones verificadas, como si el correo a las demás hubiera llegado: la verdad puede ser peor.',
  undated:
    '{count, plural, one {# resultado sin fecha cuenta} other {# resultados sin fecha cuentan}} desde que se leyeron.',
  cut: 'Hay más resultados de los que se leen a la vez: solo cuentan los más recientes.',
  rules: 'Reglas, las peores primero',
  rules_caption: 'Reglas según los desmentidos',
  verdicts: 'Por veredicto',
  hosts: 'Por servidor de correo',
  rule: 'Regla',
  outcomes: 'Resultados',
  contradicted: 'Desmentidas',
  share: 'Proporción (intervalo del 95 %)',
  share_between: '{share} ({low} a {high})',
  allowed: 'Permitido',
  no_promise: 'no promete nada',
  replies: 'Respuestas del servidor',
  times: '{count, number} ×',
  verified: 'Verificadas',
  delivered: 'Entregados',
  bounced: 'Rebotados',
  host: 'Servidor de correo',
  no_rows: 'Ninguna.',
};
