import type { TranslatedArea } from '../../catalogue.ts';
import type { details as english } from '../en/details.ts';

export const details: TranslatedArea<typeof english> = {
  accepted: 'メールサーバーがこのメールボックス宛てのメールを受け付けます',
  exists_busy: 'メールボックスは存在しますが、現在受信が集中しています',
  accept_all:
    'メールサーバーがこのドメインのあらゆる名前を受け付けるため、存在しない可能性があります',
  accepts_all_until_data:
    'プロバイダーはあらゆる名前を受け付け、本文の送信後に存在しない宛先を拒否します',
  suppressed: 'チームの送信除外リストにあるため、検証していません',
  syntax: 'メールアドレスではありません',
  no_mx: 'ドメインが存在しないか、メールサーバーがありません',
  null_mx: 'ドメインがメールを受け付けないと宣言しています',
  no_mailbox: 'メールサーバーにこのメールボックスは存在しません',
  full: 'メールボックスは存在しますが、満杯です',
  disabled: 'メールボックスは無効、または使われていません',
  dns_failure: 'DNS サーバーからドメインについて有効な応答がありませんでした',
  dns_untrusted: '未検証：こちら側の DNS に問題があります',
  no_connection: 'ドメインのどのメールサーバーにもポート 25 で接続できませんでした',
  no_answer: 'メールサーバーに接続できましたが、時間内に応答がありませんでした',
  out_of_step: 'メールサーバーの応答が矛盾していました',
  greylisted: 'メールサーバーが未知の送信者に後で再試行するよう求めています（グレーリスティング）',
  deferred: 'メールサーバーに一時的な問題があります',
  unproven:
    'メールサーバーはこのアドレスを受け付けましたが、あらゆる名前を受け付けるかどうかは不明です',
  blocked: 'メールサーバーが検証を拒否しました。アドレスの良し悪しとは関係ありません',
  refused_network: 'メールサーバーのアドレスが公開インターネット上にありません',
  unclear: 'メールサーバーの応答からは、メールボックスの有無を判断できません',
  internal: '内部エラーのため検証に失敗しました',
};
