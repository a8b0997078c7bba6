import type { TranslatedArea } from '../../catalogue.ts';
import type { history as english } from '../en/history.ts';

export const history: TranslatedArea<typeof english> = {
  title: 'Vérifier une adresse',
  verify_address: 'Vérifier une adresse',
  everything_checked: 'Tout ce qui a été vérifié',
  caption: 'Vérifications, les plus récentes d’abord',
  none: 'Pas encore de résultats.',
  none_so_far: 'Aucune adresse correspondante jusqu’ici.',
  none_matching: 'Aucune adresse correspondante.',
  cut_off:
    'Recherche effectuée dans les résultats depuis : {time}. <link>Chercher dans les résultats plus anciens</link>',
  cut_off_beginnings:
    'Recherche complète depuis : {time}. Avant cette date, seuls l’adresse « {search} » et les domaines qui commencent ainsi sont affichés. <link>Chercher dans tous les résultats plus anciens</link>',
  verify: 'Vérifier',
  verifying: 'Vérification…',
  check_again: 'Revérifier (utilise 1 vérification)',
  score_of: '{score, number} sur 100',
  yes: 'oui',
  no: 'non',
  did_you_mean: 'Vouliez-vous dire',
  provider: 'Fournisseur de messagerie',
  mail_server: 'Serveur de messagerie',
  sending_ip: 'IP d’envoi',
  reply: 'Réponse',
  domain_outcomes: 'Vos e-mails à ce domaine',
  domain_outcomes_text:
    'arrivés à {delivered, number} adresses sur {count, plural, one {#} other {#}}, depuis : {since}',
  checked: 'Vérifié',
  cached: '{time} (en cache)',
  attempts: 'Tentatives',
  verify_again_after: 'Revérifier après',
  address_too_long: 'Une adresse peut avoir au plus {count, number} caractères',
};
