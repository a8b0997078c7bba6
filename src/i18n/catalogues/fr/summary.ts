import type { TranslatedArea } from '../../catalogue.ts';
import type { summary as english } from '../en/summary.ts';

export const summary: TranslatedArea<typeof english> = {
  addresses: '{count, plural, one {# adresse} other {# adresses}}',
  addresses_in_rows: '{addresses} sur {count, plural, one {# ligne} other {# lignes}}',
  rows_with_addresses: '{count, plural, one {# ligne} other {# lignes}} avec {addresses}',
  without_address: '{count, number} sans adresse',
  of_list: '{name} : {addresses}',
  score: 'score',
  sample_is_whole: 'L’échantillon est la liste entière, {addresses} :',
  projected: 'Extrapolé d’un échantillon de {count, number} aux {addresses} :',
  distinct_addresses: '{count, plural, one {# adresse distincte} other {# adresses distinctes}}',
  likely: 'probable {range} ({low, number} à {high, number} adresses)',
  typos:
    '{count, plural, one {# faute de frappe probable} other {# fautes de frappe probables}} : la colonne suggestion contient l’adresse probable',
  same_mailbox:
    '{count, plural, one {# adresse a la boîte d’une autre : elle n’a pas été vérifiée à part} other {# adresses ont la boîte d’une autre : elles n’ont pas été vérifiées à part}}',
  deduplicated:
    '{count, plural, one {# ligne avec la boîte d’une autre a été omise} other {# lignes avec la boîte d’une autre ont été omises}} (--dedupe)',
  reason_disposable: '{count, plural, one {# adresse jetable} other {# adresses jetables}}',
  reason_role: '{count, plural, one {# adresse générique} other {# adresses génériques}}',
  reason_mailbox:
    '{count, plural, one {# boîte refuse les messages} other {# boîtes refusent les messages}}',
  reason_error:
    '{count, plural, one {# adresse avec une erreur du service} other {# adresses avec une erreur du service}}',
  reason_incomplete:
    '{count, plural, one {# adresse sans résultat complet} other {# adresses sans résultat complet}}',
  reason_several_addresses:
    '{count, plural, one {# cellule avec plusieurs adresses} other {# cellules avec plusieurs adresses}}',
  others: '{count, plural, one {# autre} other {# autres}}',
};
