import type { TranslatedArea } from '../../catalogue.ts';
import type { watch as english } from '../en/watch.ts';

export const watch: TranslatedArea<typeof english> = {
  title: 'このリストをモニタリング',
  intro:
    '選んだ間隔で、再検証の時期が来たアドレスだけを検証します。ほかのアドレスは結果を保ち、利用枠を使いません。変化があったときは、このサービスがメールを送る場合、完了したリストと同じようにメールが届き、プログラムには Webhook list.changed で知らせます。',
  every: '再検証の間隔',
  days: '日',
  start: 'モニタリングを開始',
  change: '保存',
  watched: '{days, plural, other {# 日}}ごとに再検証します。',
  next: '次回：{time}。',
  waits:
    '再検証が待機中です。対象の {count, plural, other {# 件}}が今月の残りの利用枠を超えています。利用枠に余裕ができると始まります。',
  stop: 'モニタリングを終了',
  confirm_stop: '{name} のモニタリングを終了しますか？これまでの再検証とその変化は残ります。',
  rounds: '再検証の履歴',
  rounds_caption: 'このリストの再検証（新しい順）',
  date: '日時',
  checked: '再検証',
  changed: '変化',
  running: '実行中',
  since: '前回からの変化',
  since_round: '{time} に {count, plural, other {# 件}}のアドレスを再検証しました。',
  since_list: '{time} の {name} との比較。',
  worse: '悪化した',
  better: '改善した',
  other: '理由が変わった、または今回は判定できない',
  added: 'リストに追加された',
  removed: 'リストからなくなった',
  nothing: '変化はありません。',
  download: '変化をダウンロード（CSV）',
  download_round: '{time} の変化をダウンロード',
  filter: '変化：{change}',
  done_watched: 'リストのモニタリングを開始しました。',
  done_unwatched: 'リストのモニタリングを終了しました。',
  home_title: 'モニタリング中のリスト',
  home_watched: '{count, plural, other {# 件のリスト}}をモニタリングしています。',
  home_changed:
    '{name} が {time} に変わりました：悪化 {worse, number} 件、改善 {better, number} 件、その他 {other, number} 件。',
  home_nothing: '過去 30 日間に変化はありません。',
};
