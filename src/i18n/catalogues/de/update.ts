import type { TranslatedArea } from '../../catalogue.ts';
import type { update as english } from '../en/update.ts';

export const update: TranslatedArea<typeof english> = {
  available: 'mailvet {latest} ist verfügbar, dies ist {own}',
  by_command: 'Aktualisieren: {command}',
  by_file: 'Aktualisieren: install.sh erneut ausführen oder {file} ersetzen',
};
