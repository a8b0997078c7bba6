import type { TranslatedArea } from '../../catalogue.ts';
import type { reasonNames as english } from '../en/reason-names.ts';

export const reasonNames: TranslatedArea<typeof english> = {
  accepted: '受信可能',
  accept_all: 'キャッチオール',
  disposable: '使い捨て',
  role: '共有アドレス',
  suppressed: '送信除外',
  syntax: '形式不正',
  no_mx: 'メールサーバーなし',
  mailbox: 'メールボックス',
  no_answer: '応答不明',
  error: 'エラー',
  incomplete: '未完了',
  several_addresses: '複数アドレス',
};
