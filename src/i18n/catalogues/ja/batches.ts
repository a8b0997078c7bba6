import type { TranslatedArea } from '../../catalogue.ts';
import type { batches as english } from '../en/batches.ts';

export const batches: TranslatedArea<typeof english> = {
  title: 'API バッチ',
  intro:
    'プログラムが API キーで送信したバッチです。リストのバッチは<link>リスト</link>にあります。',
  caption: 'API キーで送信したバッチ（新しい順）',
  none: 'まだバッチがありません。API キーで送信してください。',
  batch: 'バッチ',
  as_loaded: 'このページを読み込んだ時点の状態です。',
  addresses_caption: '送信順のアドレス',
  no_address: 'このページにアドレスはありません。',
  progress: '進行状況',
  created_at: '作成：{time}',
  addresses_processed: '処理済みアドレス',
  of_processed: '{total, number} 件中 <done></done> 件を処理済み',
  identifier: 'ID：<code></code>',
  confirm_cancel: 'このバッチをキャンセルしますか？未検証のアドレスは未検証のままになります。',
  cancel: 'バッチをキャンセル',
  results: '結果',
  what_these_mean: 'これらの意味',
  waiting: '待機中',
  state_completed: '完了',
  state_cancelled: 'キャンセル済み',
  cancelled: 'キャンセル済み',
  could_not_verify: '検証できませんでした',
};
