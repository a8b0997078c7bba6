import type { TranslatedArea } from '../../catalogue.ts';
import type { editList as english } from '../en/edit-list.ts';

export const editList: TranslatedArea<typeof english> = {
  back: 'Torna alla lista',
  name_and_folder: 'Nome e cartella',
  rename: 'Rinomina',
  move: 'Sposta',
  folder_example: 'ad es. Campagna di primavera; vuoto: nessuna',
  share: 'Condividi il report',
  share_note:
    'Chi ha il link può vedere il report senza accedere, fino alla scadenza del link. Il report non contiene indirizzi.',
  copy_now: 'Copi il link ora. Non verrà più mostrato.',
  no_report: 'La lista non ha ancora un report.',
  expires_after: 'Scade dopo',
  days: '{count, plural, one {# giorno} other {# giorni}}',
  create_link: 'Crea un link',
  links: 'Link attivi al report',
  by: 'Da',
  expires: 'Scade',
  confirm_revoke: 'Revocare questo link? Chi lo ha non vedrà più il report.',
  revoke: 'Revoca',
  renamed: 'La lista è stata rinominata.',
  moved: 'La lista è stata spostata.',
  revoked: 'Il link è stato revocato.',
};
