import type { TranslatedArea } from '../../catalogue.ts';
import type { likelihood as english } from '../en/likelihood.ts';

export const likelihood: TranslatedArea<typeof english> = {
  range: '{value, number} (95 % : {low, number} à {high, number})',
  unknown: 'inconnue : {fault}',
  nothing_known:
    'aucun retour d’envoi n’est connu, ni de ce domaine ni d’autres chez son fournisseur',
  domain_unknown: 'aucun retour d’envoi de ce domaine n’est connu',
  domain:
    'ce domaine : courrier remis à {delivered, number} sur {count, plural, one {# adresse} other {# adresses}} ; le retour le plus récent date de {days, plural, one {# jour} other {# jours}}',
  provider:
    'son fournisseur : courrier remis à {delivered, number} sur {count, plural, one {# adresse} other {# adresses}}',
  pair: 'domaines avec la même passerelle et le même hôte : courrier remis à {delivered, number} sur {count, plural, one {# adresse} other {# adresses}}',
  behind: 'derrière la passerelle, le courrier va chez {host}, d’après SPF',
  form_known:
    '{fault} : courrier remis à {delivered, number} sur {count, plural, one {# adresse} other {# adresses}} de ce domaine',
  form_unknown: '{fault} : aucune adresse de cette forme n’est connue dans ce domaine',
  form: 'la forme {form}',
  role: 'l’adresse d’une fonction',
  random: 'une chaîne aléatoire',
  digits: 'un nom avec des chiffres',
  word: 'un seul mot',
  several: 'plusieurs mots',
};
