import type { TranslatedArea } from '../../catalogue.ts';
import type { batches as english } from '../en/batches.ts';

export const batches: TranslatedArea<typeof english> = {
  title: 'Lots API',
  intro:
    'Lots soumis par des programmes avec une clé API. Les lots des listes se trouvent sous <link>Listes</link>.',
  caption: 'Lots soumis avec une clé API, les plus récents d’abord',
  none: 'Aucun lot : soumettez-en un avec une clé API.',
  batch: 'Lot',
  as_loaded: 'Telles qu’au chargement de cette page.',
  addresses_caption: 'Adresses dans l’ordre de soumission',
  no_address: 'Aucune adresse sur cette page.',
  progress: 'Progression',
  created_at: 'créé : {time}',
  addresses_processed: 'Adresses traitées',
  of_processed: '<done></done> sur {total, number} traitées',
  identifier: 'Identifiant : <code></code>',
  confirm_cancel: 'Annuler ce lot ? Les adresses non vérifiées le resteront.',
  cancel: 'Annuler le lot',
  results: 'Résultats',
  what_these_mean: 'Ce que cela signifie',
  waiting: 'en attente',
  state_completed: 'Terminé',
  state_cancelled: 'Annulé',
  cancelled: 'annulée',
  could_not_verify: 'n’a pas pu être vérifiée',
};
