import type { TranslatedArea } from '../../catalogue.ts';
import type { overview as english } from '../en/overview.ts';

export const overview: TranslatedArea<typeof english> = {
  your_lists: 'Vos listes',
  verify_list: 'Vérifier une liste',
  upload_your_list: 'Importez votre liste',
  sample_note: 'Voyez en une minute ce que vous obtenez pour une liste.',
  check_one: 'Vérifier une adresse',
  check_one_note: 'Voyez ce que signifie un résultat et ce que le serveur de messagerie a répondu.',
  invite: 'Inviter quelqu’un',
  invite_note: 'Toute l’équipe voit les mêmes listes.',
  left_until: '<b>{left, number}</b> sur {quota, number} restantes jusqu’au {day}',
  quota_used: 'Quota utilisé',
  reserved: '{count, number} décomptées, ou réservées par les vérifications en cours',
  charged:
    '{count, number} décomptées, {free, number} non décomptées (résultats en cache, doublons et adresses du bac à sable)',
  given_back: '{count, number} non décomptées, faute de pouvoir trancher',
  nearly_reached: '{share} des vérifications de ce mois sont utilisées.',
  storage: 'Stockage',
  stored_lists: 'Listes : <b>{used}</b> sur {limit}',
  stored_batches: 'Lots et historique : <b>{used}</b> sur {limit}',
  last_days:
    '{count, plural, one {# résultat} other {# résultats}} ces {days, number} derniers jours',
  by_day: 'Par jour (UTC), résultats en cache compris',
  chart:
    '{count, plural, one {# vérification} other {# vérifications}} en {days, number} jours, au plus {most, number} en un jour',
  show_table: 'Afficher en tableau',
  chart_caption: 'Vérifications par jour',
  day_column: 'Jour (UTC)',
  verifications_column: 'Vérifications',
  day_count: '{day} : {count, number}',
};
