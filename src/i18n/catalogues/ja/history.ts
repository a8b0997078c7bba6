import type { TranslatedArea } from '../../catalogue.ts';
import type { history as english } from '../en/history.ts';

export const history: TranslatedArea<typeof english> = {
  title: 'アドレスを検証',
  verify_address: 'アドレスを検証する',
  everything_checked: 'これまでの検証結果',
  caption: '検証結果（新しい順）',
  none: 'まだ結果がありません。',
  none_so_far: 'ここまでに一致するアドレスはありません。',
  none_matching: '一致するアドレスはありません。',
  cut_off: '{time} 以降の結果を検索しました。<link>さらに古い結果を検索</link>',
  cut_off_beginnings:
    '{time} より前は、アドレス「{search}」と、それで始まるドメインのみを表示しています。<link>古い結果をすべて検索</link>',
  verify: '検証',
  verifying: '検証中…',
  check_again: '再検証する（検証枠を 1 件使用）',
  score_of: '100 点中 {score, number} 点',
  yes: 'はい',
  no: 'いいえ',
  did_you_mean: 'もしかして',
  provider: 'メールプロバイダー',
  mail_server: 'メールサーバー',
  sending_ip: '送信元 IP',
  reply: '応答',
  domain_outcomes: 'このドメイン宛てのメール',
  domain_outcomes_text:
    '{since} 以降、アドレス {count, plural, other {#}} 件のうち {delivered, number} 件に届きました',
  checked: '検証日時',
  cached: '{time}（キャッシュ）',
  attempts: '試行回数',
  verify_again_after: '再検証できる時刻',
  address_too_long: 'アドレスは最大 {count, number} 文字です',
};
