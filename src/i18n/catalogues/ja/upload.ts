import type { TranslatedArea } from '../../catalogue.ts';
import type { upload as english } from '../en/upload.ts';

export const upload: TranslatedArea<typeof english> = {
  choose:
    '<pointer>ここにファイルをドロップするか選択してください</pointer><touch>ファイルを選択してください</touch>：CSV、Excel、テキスト、JSON（圧縮した .gz、.zst、.zip も可）',
  most: '最大 {rows, number} 行または {size}。重複は 1 回だけ検証されます。',
  start_at_once: '見積もりを表示せずにすぐ開始',
  column_not_found: 'メールアドレスの列が見つかりませんか？',
  column: 'メールアドレスの列（任意）',
  column_example: '例：仕事用メール、または 3',
  uploading: 'アップロード中…',
  send: 'リストをアップロード',
  uploaded: 'アップロード済み',
  too_large:
    '{name} は {size} で、上限は {most} です。分割するか、コマンドラインを使用してください。',
  no_list:
    '{name} はリストではありません。CSV、Excel、OpenDocument、テキスト、JSON のファイルを選択してください。',
  empty: '{name} は空です。',
  sending: '{size} の {percent}%',
  reading: '到着しました。リストを読み込んでいます…',
  lost: '接続が切れ、何も保存されませんでした。リストをもう一度アップロードしてください。',
  error: 'エラー {status}',
  file: 'ファイル：CSV、Excel、1 行 1 件のテキスト、JSON',
  column_if_missing: 'メールアドレスの列（見つからない場合）',
  name_or_number: '列名または番号',
  paste: 'またはアドレスを貼り付け',
  paste_label: 'アドレス（1 行に 1 件）、またはアドレスを含む文章',
  paste_reading: '読み込み中…',
  use_addresses: 'これらのアドレスを使う',
  sample: 'サンプルリストを試す',
  sample_note: 'あらゆる種類の結果を含む {count, number} 行。無料で、メールは送信されません',
};
