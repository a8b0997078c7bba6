import type { TranslatedArea } from '../../catalogue.ts';
import type { suppressions as english } from '../en/suppressions.ts';

export const suppressions: TranslatedArea<typeof english> = {
  title: '送信除外リスト',
  intro: 'ここにあるアドレスはすべてのリストで検証を省略し、「送信しない」と表示します。無料です。',
  add_title: 'アドレスまたはドメインを追加',
  import_title: 'ファイルからインポート',
  entries: '{count, plural, other {#}} 件',
  caption: '送信除外リストのアドレスとドメイン',
  address_or_domain: 'アドレスまたはドメイン',
  added_column: '追加日時',
  none: 'まだ登録がありません。',
  none_begins: 'この文字列で始まる登録はありません。',
  download: 'リストをダウンロード',
  imported:
    '{count, number} 件を追加しました（{known, plural, =0 {登録済みのものはありません} other {# 件は登録済み}}）。',
  skipped: '{count, plural, other {# 行をスキップしました。例：}}',
  entry_label: 'メールアドレス、または @ とドメイン',
  entry_placeholder: 'ann@example.com または @example.com',
  add: '追加',
  import: 'インポート',
  importing: 'インポート中…',
  import_hint: '最大 1,000,000 行または 200 MB。ファイルは保存されません。',
  erased: '消去済みのアドレス',
  confirm_remove: '{entry} を削除しますか？再び検証の対象になります。',
  remove_entry: '{entry} を削除',
  done_added: '送信除外リストに追加しました。',
  done_known: 'すでに送信除外リストにあります。',
  done_removed: '送信除外リストから削除しました。',
  write_entry: 'アドレス、または @ とドメインを入力してください',
};
