import type { TranslatedArea } from '../../catalogue.ts';
import type { faults as english } from '../en/faults.ts';

export const faults: TranslatedArea<typeof english> = {
  quota_used_up: 'Le quota est épuisé',
  not_allowed: 'Non autorisé',
  owners_only: 'Réservé aux propriétaires',
  not_found: 'Introuvable',
  no_longer_possible: 'Plus possible',
  link_expired: 'Ce lien a expiré',
  too_large: 'Trop volumineux',
  too_many_attempts: 'Trop de tentatives',
  not_available: 'Indisponible pour le moment',
  error_occurred: 'Une erreur s’est produite',
  back: 'Retour',
  home: 'Accueil',
};
