import type { TranslatedArea } from '../../catalogue.ts';
import type { overview as english } from '../en/overview.ts';

export const overview: TranslatedArea<typeof english> = {
  your_lists: 'Vos listes',
  verify_list: 'Vérifier une liste',
  upload_your_list: 'Déposez votre liste',
  sample_note: 'Voyez en une minute ce qu’une liste rapporte.',
  check_one: 'Vérifier une adresse',
  check_one_note: 'Voyez ce que dit le résultat, avec la réponse du serveur de messagerie.',
  invite: 'Inviter un collègue',
  invite_note: 'Toute l’équipe voit les mêmes listes.',
  charged_no_limit:
    '<b>{count, number}</b> {count, plural, one {vérification décomptée} other {vérifications décomptées}}, sans limite',
  left_until: '<b>{left, number}</b> sur {quota, number} restantes jusqu’au {day}',
  quota_used: 'Quota utilisé',
  reserved: '{count, number} décomptées ou réservées par ce qui tourne',
  charged:
    '{count, number} décomptées, {free, number} gratuites (résultats en cache, doublons et adresses du bac à sable)',
  given_back: '{count, number} non décomptées, faute de pouvoir trancher',
  nearly_reached: '{share} des vérifications de ce mois sont utilisées.',
  storage: 'Stockage',
  storage_used: 'Stockage utilisé',
  used_no_limit: '<b>{used}</b> utilisés, sans limite',
  used_of: '<b>{used}</b> sur {limit} utilisés',
  part_batches: 'listes et lots {size}',
  part_history: 'historique {size}',
  part_suppressions: 'liste d’exclusion {size}',
  part_sandbox: 'bac à sable {size}',
  part_requests: 'clés d’idempotence {size}',
  part_messages: 'messages {size}',
  part_outcomes: 'retours d’envoi {size}',
  part_imports: 'résultats importés {size}',
  part_audit: 'journal d’activité {size}',
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
