import type { TranslatedArea } from '../../catalogue.ts';
import type { update as english } from '../en/update.ts';

export const update: TranslatedArea<typeof english> = {
  available: 'mailvet {latest} が公開されています（現在は {own}）',
  by_command: '更新：{command}',
  by_file: '更新：install.sh を再実行するか、{file} を置き換えてください',
};
