import type { TranslatedArea } from '../../catalogue.ts';
import type { flags as english } from '../en/flags.ts';

export const flags: TranslatedArea<typeof english> = {
  valid: '形式が有効',
  deliverable: '配信可能',
  acceptAll: 'あらゆる名前を受け付ける',
  role: '代表アドレス',
  temporary: '使い捨て',
  mx: 'メールサーバーあり',
  smtp: 'メールサーバーが応答',
};
