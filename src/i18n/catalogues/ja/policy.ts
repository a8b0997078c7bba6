import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: '判定ルール',
  intro:
    'リストの結果に対する独自のルールです。mailvet.json と同じ JSON で、何を配信可能またはリスクありとするかを書きます。',
  where:
    'リストのダウンロードとレポートは、検証済みのリストも含めてこのルールで判定されます。ページの数値と行、および API は、サービスの判定のままです。',
  field: 'ルールとリスト（JSON）',
  hint: '「lists」のドメインとアドレスはここに直接書きます。ファイル名は指定できません。しきい値はここでは効果がありません。',
  save: '保存',
  saving: '保存中…',
  not_saved: '判定ルールに {count, plural, other {# 件}}の誤りがあり、保存されませんでした：',
  remove_text: '独自のルールがなければ、結果はサービスの判定どおりです。',
  done_saved: '判定ルールを保存しました。',
  done_removed: '判定ルールを削除しました。',
  applies:
    'ダウンロードとレポートはチームの判定ルールで判定されます。このページの数値は対象外です。',
  open: '判定ルールを開く',
};
