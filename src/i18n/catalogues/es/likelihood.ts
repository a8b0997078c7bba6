import type { TranslatedArea } from '../../catalogue.ts';
import type { likelihood as english } from '../en/likelihood.ts';

export const likelihood: TranslatedArea<typeof english> = {
  range: '{value, number} (95 %: de {low, number} a {high, number})',
  unknown: 'desconocida: {fault}',
  nothing_known:
    'no se conoce ningún resultado de envío, ni de este dominio ni de otros de su proveedor',
  domain_unknown: 'no se conoce ningún resultado de envío de este dominio',
  domain:
    'este dominio: el correo llegó a {delivered, number} de {count, plural, one {# dirección} other {# direcciones}}; el resultado más reciente es de hace {days, plural, one {# día} other {# días}}',
  provider:
    'su proveedor: el correo llegó a {delivered, number} de {count, plural, one {# dirección} other {# direcciones}}',
  pair: 'dominios con la misma pasarela y el mismo host: el correo llegó a {delivered, number} de {count, plural, one {# dirección} other {# direcciones}}',
  behind: 'detrás de la pasarela, el correo va a {host}, según SPF',
  form_known:
    '{fault}: el correo llegó a {delivered, number} de {count, plural, one {# dirección} other {# direcciones}} de este dominio',
  form_unknown: '{fault}: no se conoce ninguna con esta forma en este dominio',
  form: 'la forma {form}',
  role: 'la dirección de una función',
  random: 'una cadena aleatoria',
  digits: 'un nombre con cifras',
  word: 'una palabra',
  several: 'varias palabras',
};
