import type { TranslatedArea } from '../../catalogue.ts';
import type { update as english } from '../en/update.ts';

export const update: TranslatedArea<typeof english> = {
  available: 'mailvet {latest} está disponible; esta versión es {own}',
  by_command: 'Actualizar: {command}',
  by_file: 'Actualizar: ejecute install.sh de nuevo o sustituya {file}',
};
