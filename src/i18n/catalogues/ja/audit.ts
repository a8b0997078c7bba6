import type { TranslatedArea } from '../../catalogue.ts';
import type { audit as english } from '../en/audit.ts';

export const audit: TranslatedArea<typeof english> = {
  title: '操作ログ',
  caption: 'ログインと、キー、Webhook、メンバー、リスト、送信除外リストの変更（新しい順）',
  who: 'ユーザー',
  action: '操作',
  subject: '対象',
  none: 'まだ記録がありません。',
};
