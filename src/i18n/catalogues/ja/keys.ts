import type { TranslatedArea } from '../../catalogue.ts';
import type { keys as english } from '../en/keys.ts';

export const keys: TranslatedArea<typeof english> = {
  title: 'キー',
  create_title: 'キーを作成',
  intro:
    'API キーで Web サイト、CRM、スクリプトと連携できます。<link>API ドキュメントを読む</link>。',
  team_keys: 'チームのキー',
  name: '名前',
  key: 'キー',
  scopes: '権限',
  last_used: '最終使用',
  expires: '有効期限',
  no_name: '名前なし',
  none: 'まだキーがありません。',
  name_example: 'オンラインショップ',
  expires_optional: '有効期限（任意）',
  what_it_can_do: '許可する操作',
  scope_verify: 'アドレスの検証、バッチの作成とキャンセル',
  scope_read: '履歴とバッチの結果の閲覧',
  scope_manage: 'バッチの削除、送信除外リストの変更',
  scope_learn: '配信結果を登録する',
  new_key: '新しいキー',
  copy_now: '今すぐキーをコピーしてください。二度と表示されません。',
  api_key: 'API キー',
  expired: '期限切れ',
  confirm_revoke: 'キー {name} を失効させますか？使用中のプログラムは直ちに動作しなくなります。',
  revoke_key: '{name} を失効',
  revoke: '失効',
  revoked_at: '{time} 失効',
  done_revoked: 'キーを失効させました。',
  write_day: '最終日は 2027-01-31 の形式で入力してください',
};
