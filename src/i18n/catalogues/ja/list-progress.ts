import type { TranslatedArea } from '../../catalogue.ts';
import type { listProgress as english } from '../en/list-progress.ts';

export const listProgress: TranslatedArea<typeof english> = {
  units:
    '{unit, select, entry {{count, plural, other {#}} 件} other {{count, plural, other {#}} 行}}',
  of_units:
    '{unit, select, entry {{count, plural, other {#}} 件} other {{count, plural, other {#}} 行}}',
  checked: '{rows}を検証済み',
  not_checked: '{of_rows}中 {count, number} 件が未検証',
  checked_of: '{of_rows}中 {count, number} 件を検証済み',
  checked_again: 'アドレス {total, plural, other {#}} 件中 {count, number} 件を再検証済み',
  with_time: '{done}、{left}',
  waits_open_batches: 'チームの別のリストが終わるのを待っています。',
  waits_storage:
    '一時停止中：チームのストレージがいっぱいです。リストまたは API バッチの削除、あるいは上限の引き上げで再開します。',
  waits_file:
    'このリストのファイルがサービスに見つかりません。運用担当者がファイルを元に戻すと、自動的に再開します。',
  waits_braked:
    '{provider} が接続を拒否する割合が増えています。接続数を半分に減らし、改善しなければ中止します。操作は不要です。',
  waits_quietly:
    '応答の遅いメールサーバー、または数分後の再試行を求めるサーバーがあります。操作は不要で、リストは自動的に完了します。',
  waits_quota:
    '一時停止中：今月の検証枠 {count, plural, other {#}} 件を使い切りました。{day} に、またはオーナーが枠を増やすと再開します。',
  waits_for_hosts:
    'アドレス {count, plural, other {#}} 件が待機中：{why, select, greylisted {メールサーバーから後で再試行するよう求められました} other {メールサーバーに速度を制限されました}}。次の試行：{next}。操作は不要で、リストは自動的に完了します。',
  in_a_moment: 'まもなく',
  in_about: '約 {time}後',
  safe: '{unit, select, row {{count, plural, other {行}}} other {{count, plural, other {人}}}}に安全に送信できます',
  safe_so_far: '{safe}（現時点）',
  would_bounce: '検証しない場合、最大 {percent, number}% がバウンスします。',
  few_would_bounce: '検証しない場合でも、バウンスは 1% 未満です。',
  not_started: 'アドレス {count, plural, other {#}} 件、未開始',
  feed_running: '{checked}、送信可能 {safe, number} 件（現時点）',
  feed_done: '{of_rows}中 {safe, number} 件に送信可能',
  feed_open: '{done}、未検証 {count, number} 件',
};
