import type { TranslatedArea } from '../../catalogue.ts';
import type { terminalHints as english } from '../en/terminal-hints.ts';

export const terminalHints: TranslatedArea<typeof english> = {
  add_yes: '--yes を付けると確認を省略します',
  on_machine: 'サービスのマシンで {command}',
  see: '参照：{command}',
  name_file: 'ファイルを指定するか、リストを stdin に渡してください',
  give_addresses: 'アドレスを引数に指定するか、stdin に 1 行 1 件で渡してください',
  give_list_file: 'メールアドレスを含む CSV、テキスト、JSON、JSONL ファイルを指定してください',
  only_header:
    'ファイルには見出し行しかありません。最初の行がアドレスの場合は --no-header を付けてください',
  misread:
    'リストが正しく読めていない場合は --encoding、--delimiter、--input-format を付けてください。--column にはアドレスのある列だけを指定できます',
  name_column:
    '{command} で指定してください（例：{command2}、複数可）。{command3} は最初に入力されている列を使います',
  name_it: '{command} で指定してください',
  give_column_header: '名前または 1 からの番号を指定してください。列：{text}',
  give_column_near: '「{name}」のことですか？名前または 1 からの番号を指定してください。列：{text}',
  give_sheet: '名前または 1 からの番号を指定してください。シート：{text}',
  addresses_are_in: 'アドレスがある列：{text}',
  other_encoding: '古いプログラムのファイルの場合は {command} を付けるか、UTF-8 で保存してください',
  export_csv: '作成したプログラムから CSV として書き出してください',
  unpack_first: '展開して、中のリストを指定してください',
  close_quote: '{line} 行目の引用符（"）を閉じるか削除して、もう一度お試しください',
  get_file_again: 'ファイルをもう一度入手するか、表計算ソフトで開いて保存し直してください',
  replace_or_elsewhere: '--force で置き換えるか、{command} で別の場所に書き出してください',
  create_or_elsewhere: '作成するか、{command} で別の場所に書き出してください',
  write_elsewhere: '{command} で別の場所に書き出してください',
  room_or_elsewhere: '空き容量を確保するか、{command} で別の場所に書き出してください',
  larger_input: '{command} で上限を上げられます（例：{command2}）',
  to_file: 'ファイルに書き出してください：{command}',
  nothing_sent_more:
    '何も送信していません。--max-addresses を上げるか、{command} で一部を送信してください',
  nothing_sent_all_meant:
    '何も送信していません。すべて検証する場合: {command}。リストの検証に適したコマンド: {command2}',
  first_verified_all_meant:
    '最初の {count, number} 件を検証しました。すべて検証する場合: {command}。リストの検証に適したコマンド: {command2}',
  nothing_sent_meant: '何も送信していません。送信する場合：{command}、送信内容の確認：{command2}',
  nothing_sent_go_on:
    '何も送信していません。再開：{command}、進捗の確認：{command2}。--again で新たに送信します',
  nothing_sent_results:
    '何も送信していません。結果の再取得：{command} または {command2}。--again で新たに送信します',
  send_rest: '残りを送信：{command}',
  send_rest_or_anew: '残りを送信：{command}。--again で新たに送信します',
  send_them: '送信：{command}',
  go_on_with: '再開：{command}',
  once_plan_allows: 'プランに余裕ができたら再開：{command}',
  raise_plan: 'プランを引き上げるか、次の期間まで待ってから再開してください',
  results_so_far_retry: 'これまでの結果は書き出しました。残りの検証：{command}',
  results_so_far: 'これまでの結果は書き出しました',
  written_doctor: 'これまでの結果は書き出しました。{command} を実行し、解消したら再開：{command2}',
  not_kept: '不明な結果は保存されません。解消後にもう一度検証してください',
  nothing_lost_elsewhere: '失われたものはありません。{command} で結果を別の場所に書き出せます',
  jobs_list_shows: 'mailvet jobs list で{fault}を表示します',
  shows_resumable: '再開できるもの',
  shows_all: 'すべて',
  see_jobs: '一覧：mailvet jobs list',
  leave_out_service: 'キーとベース URL を外してください',
  give_service: '--base-url {url} とそのキーを指定してください',
  wait_until_ended: '終了を待つか、先に停止してください',
  only_pending: 'キャンセルできるのは待機中または処理中のバッチだけです',
  batch_list_shows: 'mailvet batch list で一覧を表示します',
  whoami_login: '使用中のキーとその出所は mailvet whoami、別のキーの保存は mailvet login',
  login_stores:
    'mailvet login で保存するか、{command} を使うか、MAILVET_API_KEY を設定してください',
  add_base_url:
    '{command} を付けるか MAILVET_BASE_URL を設定してください。キーがなければ内蔵サービスを使います',
  use_https:
    'https を使うか、経路上でキーを読まれてもよい場合は --allow-insecure-http を付けてください',
  login_with_key: 'mailvet login --with-key は stdin から読み込みます',
  give_base_url: '{command} を指定してください',
  check_connection: 'ベース URL と接続を確認してください。mailvet doctor で両方を調べられます',
  check_proxy: 'HTTPS_PROXY、HTTP_PROXY、NO_PROXY を確認してください',
  busy_later: 'サービスが混雑している可能性があります。後でもう一度お試しください',
  service_side: '原因はサービス側です。後でもう一度お試しください',
  try_later: '後でもう一度お試しください',
  try_later_fewer: '後でもう一度試すか、--concurrency を下げてください',
  try_then: 'その時にもう一度お試しください。--timeout を長くすると待機します',
  more_time: '時間を延ばすか、後でもう一度お試しください',
  is_base_url: 'ベース URL は検証サービスのものですか？',
  final_address:
    'キー付きではリダイレクトに従いません。最終的なアドレスをベース URL に指定してください',
  plain_http:
    '暗号化されない HTTP です。https:// ではなく http:// と書くか、TLS ポートを指定してください',
  trusts_ca: '{command} で独自の認証局を信頼できます',
  run_embedded:
    'キーとベース URL なしで、またはサービスのマシンで実行してください。mailvet サービスの結果は理由を detail として含みます',
  verify_with: '検証：{command}',
  verify_file_with: 'ファイルの検証：{command}、パイプの検証：{command2}',
  name_files_or_mail: 'ファイルかフォルダーを指定するか、メールを stdin に渡してください',
  give_mail:
    'メール（mbox、Maildir、.eml）またはプロバイダーの CSV・JSON を指定してください：{command}',
  give_results: '検証サービスが書き出した結果をそのまま指定してください',
  give_results_file:
    'mailvet が書き出したファイル、または他の検証サービスの書き出しを元の列のまま指定してください',
  extension_of_mailvet:
    'mailvet の拡張機能です。サービスを更新するか、内蔵サービスを使ってください',
  service_of_mailvet: 'このバージョン以降の mailvet サービスを使ってください',
  write_policy: '作成するか、{command} で別のファイルを指定してください',
  base_url_as: 'https://host または https://host/path の形で指定してください',
  save_as_csv: '表計算ソフトで開いて「CSV UTF-8」で保存し、そのファイルを指定してください',
  save_workbook_as_csv: '表計算ソフトから「CSV UTF-8」で保存し、そのファイルを指定してください',
  broken_workbook: '破損しているか、パスワード付きか、ブックではありません',
  csv_any_size: 'CSV ファイルなら大きさに制限はありません',
  remove_password: '設定したプログラムでパスワードを解除してください',
  with_gunzip: '先に gunzip で展開してください',
  plain_text: 'プレーンテキストで保存してください',
  table_as_csv: 'テーブルを CSV として書き出してください',
  lists_inside: '展開して、中のリストを指定してください（複数同時に指定できます）',
  name_by_number: '番号で指定してください：{command}',
  is_it_a_list:
    'これはリストですか？ --input-format に csv、lines、json、jsonl のいずれかを指定できます',
  json_forms: '文字列またはオブジェクトの配列か、1 行に 1 つの値（JSONL）を指定してください',
  name_form:
    '拡張子は .csv、.tsv、.json、.jsonl、.xlsx のいずれかにし、圧縮する場合は .gz か .zst を付けてください',
  name_report_form: '拡張子は .html、.md、.json のいずれかにしてください',
  stops_behind_request:
    '処理中の要求の後で停止し、送信済みの分をキャンセルします。または終了させてから再度キャンセルしてください',
  look_again:
    '再開するともう一度探します。--resend-unknown で再送します（二重に課金される場合があります）。再開：{command}',
  share_of_rows: '配信不可の行の割合には {command}',
  service_or_operator: '原因はサービス側です。後でもう一度試すか、運営者に報告してください',
};
