import type { TranslatedArea } from '../../catalogue.ts';
import type { update as english } from '../en/update.ts';

export const update: TranslatedArea<typeof english> = {
  available: 'mailvet {latest} est disponible, version actuelle : {own}',
  by_command: 'Mettre à jour : {command}',
  by_file: 'Mettre à jour : relancez install.sh ou remplacez {file}',
};
