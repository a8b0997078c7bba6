import type { TranslatedArea } from '../../catalogue.ts';
import type { reasons as english } from '../en/reasons.ts';

export const reasons: TranslatedArea<typeof english> = {
  accepted: 'メールボックスは受信可能です',
  accept_all:
    'ドメインがすべてのアドレスを受け付けるため（キャッチオール）、存在しない可能性があります',
  disposable: '使い捨てアドレス',
  role: '複数人で共有するアドレス（info、support など）',
  suppressed: 'チームの送信除外リストにあるため、検証していません',
  syntax: 'メールアドレスではありません',
  no_mx: 'ドメインがメールを受信していません',
  mailbox: 'メールボックスが存在しない、満杯、または無効です',
  no_answer: 'メールサーバーから明確な応答がありませんでした',
  error: 'サービスがエラーを返しました',
  incomplete: '完全な結果がありません',
  several_addresses: 'このセルには複数のアドレスがあります',
};
