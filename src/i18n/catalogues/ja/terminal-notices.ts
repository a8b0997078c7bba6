import type { TranslatedArea } from '../../catalogue.ts';
import type { terminalNotices as english } from '../en/terminal-notices.ts';

export const terminalNotices: TranslatedArea<typeof english> = {
  named: '{name}：{fault}',
  embedded:
    'API キーもベース URL もないため、内蔵サービス（embedded service）を使用します（{path}）',
  unknown_variable: '不明な変数 {name} は無視されます。{other} のことですか？',
  unknown_variable_see: '不明な変数 {name} は無視されます。参照：{command}',
  judging_by: '{path} に従って判定します',
  repaired: '{path} は他のユーザーからも読めたため、本人だけが読めるようにしました',
  reading: '{name} を読み込み中 …',
  writing_results: '結果を書き出し中 …',
  cancelling: '{name} をキャンセル中 …',
  looking_up_hosts: 'メールサーバーを検索中 …',
  waiting_for_service: 'サービスの応答待ち …',
  done_so_far: '{count, number} 件完了 …',
  messages_read: 'メッセージ {read, number} 件を読み込み：配信結果 {outcomes, number} 件',
  header_line: '見出しは {line} 行目です。それより上の行はそのまま残します',
  using_columns: '「{name}」列と「{other}」列を使用します',
  using_unnamed: '{fault}を使用します',
  using_first_filled: '{text} のうち最初に入力されている列を使用します',
  other_column: '「{name}」列にもアドレスがあります。追加するには：{command}',
  other_columns: '「{name}」列と「{other}」列にもアドレスがあります。追加するには：{command}',
  read_as: 'リストを {encoding} として読み込みます。結果は BOM 付き UTF-8 で書き出します',
  encoding_doubt:
    '文字コードが確実ではありません。「{word}」が正しくは「{other}」の場合は {command} を追加してください',
  encoding_wrong:
    '文字コードが確実ではありません。「{word}」が誤りの場合は {command} を追加してください',
  ragged_row:
    '{line} 行目のセルは {cells, plural, other {#}} 個、見出しは {expected} 個です。行はそのまま残します',
  ragged_rows:
    '{line} 行目のセルは {cells, plural, other {#}} 個、見出しは {expected} 個です。ほかに {others, plural, other {#}} 行も異なります。行はそのまま残します',
  ragged_first_row:
    '{line} 行目のセルは {cells, plural, other {#}} 個、最初の行は {expected} 個です。行はそのまま残します',
  table_row:
    '{line} 行目は 1 行 1 アドレスの中にある表の行のため、検証しません。別のリストに分けてください',
  using_sheet: 'シート「{name}」を使用します',
  other_sheet: 'シート「{name}」にもアドレスがあります。{command} で読み込めます',
  several_columns: '複数の列にアドレスがあります：',
  choice_column: '  {number}) 「{name}」：アドレス {count, plural, other {#}} 件',
  choice_both: '  {number}) 両方',
  choice_all: '  {number}) すべて',
  which_encoding: '文字コードが確実ではありません：',
  which_one: 'どれですか（1〜{count}）？',
  yes_no: '［y/N］',
  verify_question: 'アドレス {count, plural, other {#}} 件を検証しますか？',
  some_need_network:
    'アドレス {total, number} 件中 {needing, plural, other {#}} 件は DNS とメールサーバーが必要です。ほかのアドレスはそのまま検証されます',
  go_on_question: '続けますか？',
  erase_question: '{count, plural, other {#}} 件のジョブを、アドレスと結果ごと消去しますか？',
  erased: '{count, plural, other {#}} 件のジョブを消去しました',
  answer_c: '先にバッチをキャンセルするには c、続行させるには y と答えてください',
  unfinished_unwritten:
    '{id}（{name}）は未完了です：結果が書き出されていません。消去すると再開できません',
  unfinished_unsent:
    '{id}（{name}）は未完了です：アドレス {count, plural, other {#}} 件が未送信です。消去すると再開できません',
  unfinished_open:
    '{id}（{name}）は未完了です：バッチ {count, plural, other {#}} 件の結果がここにありません。消去すると再開できません',
  unfinished_open_unsent:
    '{id}（{name}）は未完了です：バッチ {batches, plural, other {#}} 件の結果がここになく、アドレス {count, plural, other {#}} 件が未送信です。消去すると再開できません',
  batches_go_on:
    '{id} は未完了でした：サービス側でバッチ {count, plural, other {#}} 件が続行中です：{command}',
  quota_share: '今月の検証枠の {percent}% を使用しました：{quota, number} 件中 {used, number} 件',
  service_waits: 'サービスから待機を求められました。{time} 後に再開します',
  problem_dns_failure:
    'DNS が応答しないため、メールサーバーが見つかりません。アドレスは「無効」ではなく「不明」のままです。参照：{fault}',
  problem_dns_untrusted:
    'この環境の DNS は誤った応答を返すため、無視します。アドレスは「無効」ではなく「不明」のままです。参照：{fault}',
  problem_port_25:
    'どのメールサーバーにも接続できません：送信ポート 25 が閉じています。アドレスは「無効」ではなく「不明」のままです。参照：{fault}',
  problem_blocked:
    'ほとんどのプロバイダーがこのサーバーを拒否しています：IP アドレスがブロックリストに載っています。アドレスは「無効」ではなく「不明」のままです。参照：{fault}',
  provider_braked:
    '{provider} の拒否が増えています（直近 {sessions} セッション中 {refusals} 件）。接続数を半分に減らします',
  provider_rests:
    '{provider} の拒否がさらに増えています。{time} の間は接続せず、残りは不明のままです',
  own_address_listed:
    '自分の IP アドレス {address} がブロックリスト {list} に載っています。セッション数を半分に減らします（詳細は mailvet doctor）',
  database_migrated: 'データベース {version}。以前の状態のコピー：{path}',
  embedded_error: '内蔵サービスでエラーが発生しました：{text}（データベース：{path}）',
  several_addresses:
    '1 つのセルに複数のアドレスがある行：{count, plural, other {#}} 行。{command} でそれぞれを検証します',
  cut_cells:
    'リストのセル {count, plural, other {#}} 個を、ブックの上限の 32,767 文字に切り詰めました。{command} ならすべて残ります',
  best_of_columns: '各行は {text} のうち最も良いアドレスで数えます',
  best_of_cell: '複数のアドレスがある行は、最も良いもので数えます',
  sent_again:
    '再送：応答が失われ、サービスの一覧になかったバッチ {batches, plural, other {#}} 件（アドレス {count, plural, other {#}} 件）。すでに受理されていた場合は二重に課金されます',
  check_failed: 'チェック不合格：{fault}',
  fails_deliverable: '配信可能なアドレス {count, plural, other {#}} 件（{command}）',
  fails_risky: '要注意のアドレス {count, plural, other {#}} 件（{command}）',
  fails_undeliverable: '配信不可のアドレス {count, plural, other {#}} 件（{command}）',
  fails_unknown: '不明なアドレス {count, plural, other {#}} 件（{command}）',
  fails_share: '配信不可 {share}、上限 {most}% を超過（--max-undeliverable）',
  fails_score: '最低スコアは {score} で、{least} 未満です（--min-score）',
  follow_with: '進捗の確認：{command}',
  not_begun: '未着手：{text}',
  resuming: '中断されていた {id} を再開します：{name}（{time} UTC）',
  resuming_same:
    '中断されていた {id} を再開します：{name}（{time} UTC）、内容は {other} と同じです',
  verified_already:
    'このリストは検証済みのため（{age}、{id}）、その結果を使用します。--again で改めて検証します',
  was_cancelled: '{id} は {time} UTC にキャンセルされました。未送信の分を続けます',
  to_be_verified:
    '検証対象：アドレス {count, plural, other {#}} 件中 {wanted, number} 件（残りは既知）',
  verifying_again: '再検証：{name} の不明なアドレス {count, plural, other {#}} 件',
  nothing_unknown: '不明なアドレスはありません。再検証するものはありません',
  nothing_unknown_reason:
    'その理由（{command}）で不明なアドレスはありません。再検証するものはありません',
  cancelled_batches: 'バッチ {count, plural, other {#}} 件をキャンセルしました',
  ended_already: '{id} はすでに終了していました：状態 {status}',
  unsent_rest: '{id}：アドレス {count, plural, other {#}} 件が未送信です。残りを送信：{command}',
  answer_lost_found: '応答が失われましたが、バッチは存在します：{id}',
  answer_missing: 'バッチの応答がありません。最長 {time} の間、サービスで探します',
  sending_unsent: '送信中だったバッチはサービスにないため、送信します',
  sending_again_key: '応答のないバッチを再送します。キーにより二重課金は起きません',
  sending_again_listed: '応答が失われたバッチが、最新のサービス一覧にありません。再送します',
  sending_again_unknown:
    '応答が失われたバッチを再送します（--resend-unknown）。二重に課金される場合があります',
  poll_failed: '照会に失敗しました（{text}）。バッチは続行中です。再試行します',
  stopping_run: '停止中：処理中のものを待っています。もう一度停止すると直ちに終了します',
  stdin_header: 'stdin の {line} 行目は列名（{text}）のため除外します',
  bounced_notice:
    'この宛先へのメールは {day} にバウンスしました：{text}。そのため mailvet verify は配信不可（bounced）とします',
  due: '再検証の時期：アドレス {count, plural, other {#}} 件中 {due, number} 件',
  verifies_these: '{command} --due --wait でこれらだけを検証します',
  diff_counts:
    '悪化：{worse, number}、改善：{better, number}、その他：{other, number}、追加：{added, number}、削除：{removed, number}、同じ：{same, number}',
  diff_columns:
    '比較した列：{path} は {text}、{path2} は {text2}。片方だけにある列のアドレスは追加または削除として数えられます。1 つの列を比較するには、両方のリストを同じ --column で検証してください',
  diff_failed: '{change} {count, number} 件（{command}）',
  rows_left_out: '{name}：{count, plural, other {#}} 行を除外、{line} 行目：{text}',
  outcomes_head: '配信結果：メッセージと記録 {read, plural, other {#}} 件中 {outcomes, number} 件',
  kind_delivered: '配信済み：{count, number}',
  kind_no_mailbox: 'メールボックスなし：{count, number}',
  kind_full: 'メールボックスが満杯：{count, number}',
  kind_disabled: 'メールボックスが無効：{count, number}',
  kind_blocked: 'ブロック：{count, number}',
  kind_deferred: '保留：{count, number}',
  kind_complaint: '苦情：{count, number}',
  kind_hard: 'ハードバウンス：{count, number}（配信不可：プロバイダーが配信を断念）',
  kind_undecided:
    '未確定：{count, number}（メールボックスについての情報なし：検証結果は変わりません）',
  without_outcome: '配信結果なし {count, number} 件',
  read_before: '読み込み済み {count, number} 件',
  unreadable: '読み取り不可 {count, number} 件',
  new_outcomes: '新規：{count, number}',
  results_of: '{source} の結果：{count, plural, other {#}} 行',
  results_of_unreadable:
    '{source} の結果：{count, plural, other {#}} 行（読み取り不可 {unreadable, number}）',
  new_in_ledger: '台帳への新規追加：{count, number}',
  both_decided_none: '両方で判定されたアドレスはありません',
  same_verdict:
    '判定の一致：両方が判定したアドレス {count, plural, other {#}} 件中 {same, number} 件（{share}）',
  key_stored: '{url} のキー {key} を保存しました',
  key_stored_keychain: '{url} のキー {key} をキーチェーンに保存しました',
  key_stored_profile: '{url} のキー {key} を保存しました（プロファイル {profile}）',
  key_overridden: 'MAILVET_API_KEY も設定されており、保存したキーより優先されます',
  key_not_for_everything: 'サービスはキーを受け付けますが、すべての操作には使えません：{fault}',
  base_url_question: 'サービスのベース URL：',
  key_question: '{url} の API キー：',
  no_key_stored: '保存されたキーはありません',
  key_removed: 'キー {key} を削除しました',
  account_unknown: 'アカウントの情報は不明です：{fault}',
  opened: '{url} を開きました',
  listening: '{url} で待ち受け中',
  listen_secret: '終了するまでの署名シークレット：{secret}',
  listen_ready: '準備完了：チーム {name} のイベントが {url} に届きます',
  listen_deleted: 'Webhook {id} を削除しました',
  listen_killed: '強制終了した実行の Webhook {id} を削除しました',
  listen_silence:
    'まだ何も送られていません。このデータベースでサービス（{command} など）が動いていますか？',
  listen_refused: 'メッセージを {status} で拒否しました：{fault}',
  fault_unsigned: 'Standard Webhooks の署名ヘッダーがありません',
  fault_expired: '時刻がこのマシンの時計と 5 分以上ずれています',
  fault_wrong: '署名が正しくありません：シークレットが違うか、本文が変更されています',
  error_label: 'エラー：',
  now_in: '保存先 {path}',
  by_verdict_in: '判定別 {path}',
  report_in: 'レポート {path}',
  report_in_two: 'レポート {path}、{path2}',
  lists: 'リスト {count, plural, other {#}} 件',
  lists_of: 'リスト {count, plural, other {#}} 件中 {some, number} 件',
  rows_unknown_later: '不明な行 {count, number} 件。後でこれらだけを再検証：{command}',
  rows_unknown_after: '不明な行 {count, number} 件。{time} 以降にこれらだけを再検証：{command}',
  written: '書き出し：{path}',
};
