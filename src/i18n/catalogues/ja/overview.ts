import type { TranslatedArea } from '../../catalogue.ts';
import type { overview as english } from '../en/overview.ts';

export const overview: TranslatedArea<typeof english> = {
  your_lists: 'リスト',
  verify_list: 'リストを検証',
  upload_your_list: 'リストをアップロード',
  sample_note: 'リストの結果がどのように返るかを 1 分で確認できます。',
  check_one: 'アドレスを 1 件検証',
  check_one_note: '結果の意味と、メールサーバーの応答を確認できます。',
  invite: '同僚を招待',
  invite_note: 'チーム全員が同じリストを見られます。',
  left_until: '{day} まで残り <b>{left, number}</b> / {quota, number}',
  quota_used: '利用枠の使用量',
  reserved: '使用済み、または実行中の検証のために確保 {count, number} 件',
  charged:
    '使用 {count, number} 件、対象外 {free, number} 件（キャッシュ済みの結果、重複、サンドボックスのアドレス）',
  given_back: '判定できず、利用枠から差し引かれなかったもの {count, number} 件',
  nearly_reached: '今月の検証枠の {share} を使用しました。',
  storage: 'ストレージ',
  stored_lists: 'リスト：<b>{used}</b> / {limit}',
  stored_batches: 'バッチと履歴：<b>{used}</b> / {limit}',
  last_days: '直近 {days, number} 日間の結果 {count, plural, other {#}} 件',
  by_day: '日別（UTC）、キャッシュ済みの結果を含む',
  chart:
    '{days, number} 日間で検証 {count, plural, other {#}} 件、1 日あたり最大 {most, number} 件',
  show_table: '表で表示',
  chart_caption: '日別の検証数',
  day_column: '日（UTC）',
  verifications_column: '検証数',
  day_count: '{day}：{count, number}',
};
