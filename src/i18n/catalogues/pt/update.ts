import type { TranslatedArea } from '../../catalogue.ts';
import type { update as english } from '../en/update.ts';

export const update: TranslatedArea<typeof english> = {
  available: 'mailvet {latest} está disponível; esta é a versão {own}',
  by_command: 'Atualizar: {command}',
  by_file: 'Atualizar: execute install.sh de novo ou substitua {file}',
};
