import type { TranslatedArea } from '../../catalogue.ts';
import type { detailsCounted as english } from '../en/details-counted.ts';

export const detailsCounted: TranslatedArea<typeof english> = {
  accepted: '受信可能なメールボックス {count, plural, other {#}} 件',
  exists_busy: '混雑中のメールボックス {count, plural, other {#}} 件',
  accept_all: 'キャッチオールサーバーのアドレス {count, plural, other {#}} 件',
  accepts_all_until_data:
    '本文送信後に拒否するプロバイダーのアドレス {count, plural, other {#}} 件',
  suppressed: '送信除外リストのアドレス {count, plural, other {#}} 件',
  syntax: '無効なアドレス {count, plural, other {#}} 件',
  no_mx: 'メールサーバーのないドメインのアドレス {count, plural, other {#}} 件',
  null_mx: 'メールを受け付けないドメインのアドレス {count, plural, other {#}} 件',
  no_mailbox: '存在しないメールボックス {count, plural, other {#}} 件',
  full: '満杯のメールボックス {count, plural, other {#}} 件',
  bounced: 'バウンスしたアドレス {count, plural, other {#}} 件',
  disabled: '無効なメールボックス {count, plural, other {#}} 件',
  opted_out: '検証を拒否しているドメインのアドレス {count, plural, other {#}} 件',
  dns_failure: 'DNS の応答がないアドレス {count, plural, other {#}} 件',
  dns_untrusted: 'DNS の問題で未検証のアドレス {count, plural, other {#}} 件',
  no_connection: '接続できないメールサーバーのアドレス {count, plural, other {#}} 件',
  no_answer: '応答のないメールサーバーのアドレス {count, plural, other {#}} 件',
  out_of_step: '応答が矛盾するアドレス {count, plural, other {#}} 件',
  greylisted: 'グレーリスティング中のアドレス {count, plural, other {#}} 件',
  deferred: 'メールサーバーが保留したアドレス {count, plural, other {#}} 件',
  unproven: '対照確認なしで受け付けられたアドレス {count, plural, other {#}} 件',
  blocked: '検証を拒否したメールサーバーのアドレス {count, plural, other {#}} 件',
  refused_network:
    'プライベートネットワークのメールサーバーのアドレス {count, plural, other {#}} 件',
  unclear: '応答があいまいなアドレス {count, plural, other {#}} 件',
  internal: '内部エラーのアドレス {count, plural, other {#}} 件',
};
