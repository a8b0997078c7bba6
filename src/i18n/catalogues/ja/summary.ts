import type { TranslatedArea } from '../../catalogue.ts';
import type { summary as english } from '../en/summary.ts';

export const summary: TranslatedArea<typeof english> = {
  addresses: 'アドレス {count, plural, other {#}} 件',
  addresses_in_rows: '{addresses}（{count, plural, other {#}} 行）',
  rows_with_addresses: '{count, number} 行（{addresses}）',
  without_address: 'アドレスなし {count, number} 行',
  of_list: '{name}：{addresses}',
  score: 'スコア',
  sample_is_whole: 'サンプルはリスト全体です（{addresses}）：',
  projected: 'サンプル {count, number} 件から全体（{addresses}）を推計：',
  distinct_addresses: '重複を除くアドレス {count, plural, other {#}} 件',
  likely: '推定 {range}（{low, number}〜{high, number} 件）',
  typos:
    '入力ミスの可能性：{count, plural, other {#}} 件（推定アドレスは列 suggestion にあります）',
  same_mailbox:
    '{count, plural, other {#}} 件のアドレスは別のアドレスと同じメールボックスのため、個別には検証していません',
  deduplicated: '別の行と同じメールボックスの {count, plural, other {#}} 行を省きました (--dedupe)',
  reason_disposable: '使い捨てアドレス {count, number} 件',
  reason_role: '役割アドレス {count, number} 件',
  reason_mailbox: 'メールを拒否するメールボックス {count, number} 件',
  reason_error: 'サービスエラーのアドレス {count, number} 件',
  reason_incomplete: '結果が不完全なアドレス {count, number} 件',
  reason_several_addresses: '複数のアドレスがあるセル {count, number} 件',
  others: 'ほか {count, number} 件',
};
