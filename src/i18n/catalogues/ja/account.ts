import type { TranslatedArea } from '../../catalogue.ts';
import type { account as english } from '../en/account.ts';

export const account: TranslatedArea<typeof english> = {
  title: 'アカウント',
  you_are:
    '<address></address> としてログイン中（チーム {team} の{role, select, owner {オーナー} other {メンバー}}）',
  change_password: 'パスワードの変更',
  current_password: '現在のパスワード',
  new_password: '新しいパスワード',
  change: '変更',
  password_changed: 'パスワードを変更しました。他のすべての端末からログアウトしました。',
  sign_out_everywhere: 'すべての端末からログアウト',
  ends_sessions: 'この端末を含むすべての端末のセッションを終了します。',
  language: '言語',
  language_of_browser: 'ブラウザの言語',
  language_hint:
    '画面、レポート、あなた宛てのメールに使われます。ダウンロードした結果ファイルと API は変わりません。',
  save: '保存',
  language_saved: '言語を保存しました。',
  mails: 'メール',
  mails_when:
    'リストが完了したとき、今月の検証枠を使い切って一時停止したとき、またモニタリング中のリストに変化があったとき。',
  mails_own: '自分がアップロードしたリスト',
  mails_all: 'チームのすべてのリスト',
  mails_none: 'メールなし',
  time_zone: 'タイムゾーン',
  times_in: '時刻の表示',
  zone_of_browser: 'ブラウザのタイムゾーン',
};
