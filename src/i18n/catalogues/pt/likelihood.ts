import type { TranslatedArea } from '../../catalogue.ts';
import type { likelihood as english } from '../en/likelihood.ts';

export const likelihood: TranslatedArea<typeof english> = {
  range: '{value, number} (95%: {low, number} a {high, number})',
  unknown: 'desconhecida: {fault}',
  nothing_known:
    'nenhum resultado de envio é conhecido, nem deste domínio nem de outros do seu provedor',
  domain_unknown: 'nenhum resultado de envio deste domínio é conhecido',
  domain:
    'este domínio: o e-mail chegou a {delivered, number} de {count, plural, one {# endereço} other {# endereços}}; o resultado mais recente é de {days, plural, one {# dia} other {# dias}} atrás',
  provider:
    'o provedor dele: o e-mail chegou a {delivered, number} de {count, plural, one {# endereço} other {# endereços}}',
  pair: 'domínios com o mesmo gateway e host: o e-mail chegou a {delivered, number} de {count, plural, one {# endereço} other {# endereços}}',
  behind: 'atrás do gateway, o e-mail vai para {host}, segundo o SPF',
  form_known:
    '{fault}: o e-mail chegou a {delivered, number} de {count, plural, one {# endereço} other {# endereços}} deste domínio',
  form_unknown: '{fault}: nenhum com esta forma é conhecido neste domínio',
  form: 'a forma {form}',
  role: 'o endereço de uma função',
  random: 'uma sequência aleatória',
  digits: 'um nome com dígitos',
  word: 'uma palavra',
  several: 'várias palavras',
};
