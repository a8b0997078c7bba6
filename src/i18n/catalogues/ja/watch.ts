import type { TranslatedArea } from '../../catalogue.ts';
import type { watch as english } from '../en/watch.ts';

export const watch: TranslatedArea<typeof english> = {
  title: 'このリストを見守る',
  intro:
    '指定した日数ごとに、再検証の時期が来たアドレスだけを検証します。ほかのアドレスは結果を保ち、費用はかかりません。変化があったときは、このサービスがメールを送る場合、完了したリストと同じようにメールが届き、プログラムにはウェブフック list.changed で知らせます。',
  every: '再検証の間隔',
  days: '日',
  start: 'このリストを見守る',
  change: '保存',
  watched: '{days, plural, other {# 日}}ごとに再検証します。',
  next: '次回: {time}。',
  waits:
    '再検証が待機中です。対象の {count, plural, other {# 件}}が今月の残りの利用枠を超えています。利用枠に余裕ができると始まります。',
  stop: '見守りをやめる',
  confirm_stop: '{name} の見守りをやめますか。これまでの回とその変化は残ります。',
  rounds: '実施した回',
  rounds_caption: 'このリストの再検証、新しい順',
  date: '日時',
  checked: '再検証',
  changed: '変化',
  running: '実行中',
  since: '前回からの変化',
  since_round: '{time} に {count, plural, other {# 件}}のアドレスを再検証しました。',
  since_list: '{time} の {name} との比較。',
  worse: '悪くなった',
  better: '回復した',
  other: '理由が変わった、または今回は判定できない',
  added: 'リストに追加された',
  removed: 'リストからなくなった',
  nothing: '変化はありません。',
  download: '変化をダウンロード (CSV)',
  download_round: '{time} の変化をダウンロード',
  filter: '変化: {change}',
  done_watched: 'リストを見守っています。',
  done_unwatched: 'リストの見守りをやめました。',
  home_title: '見守り中のリスト',
  home_watched: '{count, plural, other {# 件のリスト}}を見守っています。',
  home_changed:
    '{name} が {time} に変わりました: 悪化 {worse, number}、改善 {better, number}、その他 {other, number}。',
  home_nothing: '過去 30 日間に変化はありません。',
};
