import type { TranslatedArea } from '../../catalogue.ts';
import type { outcomes as english } from '../en/outcomes.ts';

export const outcomes: TranslatedArea<typeof english> = {
  title: 'バウンス',
  intro:
    '送信したメールの結果です。プロバイダーが報告し、mailvet learn が読み取ったバウンス、苦情、配信を、次の検証で考慮します。',
  addresses: 'プロバイダー用の URL',
  addresses_intro:
    'URL を作成し、プロバイダーの Webhook URL の欄に貼り付けてください。報告はプロバイダーの署名がある場合だけ有効です。',
  hint_ses:
    'Amazon SNS で、SES イベントのトピックにこの URL を HTTPS のサブスクリプションとして追加してください。確認は自動で行われます。',
  hint_sendgrid:
    'SendGrid の Mail Settings の Event Webhook で署名を有効にし、検証キーをここに貼り付けてください。',
  hint_mailgun:
    'Mailgun の Webhooks で HTTP webhook signing key をコピーし、ここに貼り付けてください。',
  hint_postmark:
    'Postmark の message stream の Webhooks で、Bounce、Spam Complaint、Delivery を選んでください。URL 自体が秘密です。',
  create: 'URL を作成',
  renew: 'URL を置き換える',
  confirm_renew: '{provider} の URL を置き換えますか？現在の URL はすぐに無効になります。',
  address_of: '{provider} 用の URL',
  copy_now: '今すぐ URL をコピーしてください。再表示はできません。',
  address_hidden: 'URL は使用中で、再表示できません。失くした場合は新しいものに替えてください。',
  key_of: '{provider} の署名キー',
  save_key: 'キーを保存',
  key_known: 'キーは保存されています。',
  key_missing: 'キーがないと、すべての報告が拒否されます。',
  never: 'まだ何も受信していません。',
  reported: '最後の報告：{time}。合計 {count, plural, other {#}} 件。',
  came: '受信：{count, plural, other {#}} 件',
  caption: '最新の配信結果',
  read_at: '登録日時',
  outcome: '結果',
  domain: 'ドメイン',
  happened: '日時',
  reply: '応答',
  source: '情報源',
  none: '配信結果はまだありません。mailvet learn がバウンスとエクスポートから読み取ります。',
  unknown_time: '不明',
  kind_delivered: '配信済み',
  kind_no_mailbox: 'メールボックスなし',
  kind_full: '容量超過',
  kind_disabled: '無効なメールボックス',
  kind_blocked: '拒否',
  kind_deferred: '延期',
  kind_complaint: '苦情',
  kind_undecided: '未判定',
  done_created: 'URL の準備ができました。プロバイダーに貼り付けてください。',
  done_key: '署名キーを保存しました。',
};
