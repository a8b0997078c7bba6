import type { TranslatedArea } from '../../catalogue.ts';
import type { faults as english } from '../en/faults.ts';

export const faults: TranslatedArea<typeof english> = {
  quota_used_up: 'La quota è esaurita',
  not_allowed: 'Non consentito',
  owners_only: 'Solo per proprietari',
  not_found: 'Non trovato',
  no_longer_possible: 'Non più possibile',
  link_expired: 'Questo link è scaduto',
  too_large: 'Troppo grande',
  too_many_attempts: 'Troppi tentativi',
  not_available: 'Al momento non disponibile',
  error_occurred: 'Si è verificato un errore',
  back: 'Indietro',
  home: 'Home',
};
