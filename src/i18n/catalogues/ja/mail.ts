import type { TranslatedArea } from '../../catalogue.ts';
import type { mail as english } from '../en/mail.ts';

export const mail: TranslatedArea<typeof english> = {
  paused: '{name} は一時停止中：今月の検証枠を使い切りました',
  paused_why: '{name} は一時停止中です。チームが今月の検証枠を使い切りました。',
  paused_until: '来月、またはオーナーが枠を増やすと再開します。',
  done: '{name}：送信可能 {count, number} 件',
  done_rows:
    '{name} の検証が完了しました。送信可能：{count, plural, other {#}} 行中 {safe, number} 行。',
  changed: '{name} に変化がありました',
  changed_by:
    '{name} を再検証しました：悪化 {worse, number} 件、改善 {better, number} 件、その他 {other, number} 件。',
  verdict_count: '{verdict}：{count, number}',
  open_list: 'リストを開く',
  why_you: 'このメールは mailvet（チーム {team}）の設定に基づいて送信されています。',
  change_settings: '変更：{url}',
};
