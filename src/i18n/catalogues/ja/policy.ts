import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: '判定ルール',
  intro:
    'リストの結果に対する独自のルールです。mailvet.json と同じ JSON で、何を配信可能または要注意とするかを書きます。',
  where:
    'リストの数値、行、ダウンロード、レポートは、検証済みのリストも含めてこのルールで判定されます。API はサービスの判定のままです。',
  field: 'ルールとリスト（JSON）',
  hint: '「lists」のドメインとアドレスはここに直接書きます。ファイル名は指定できません。しきい値はここでは効果がありません。',
  save: '判定ルールを保存',
  saving: '保存中…',
  not_saved: '判定ルールに {count, plural, other {# 件}}の誤りがあり、保存されませんでした：',
  remove_text: '独自のルールがなければ、結果はサービスの判定どおりです。',
  done_saved: '判定ルールを保存しました。',
  done_removed: '判定ルールを削除しました。',
  applies: 'チームの判定ルールで判定されています。',
  unreadable:
    'このバージョンの mailvet はチームの判定ルールを読めません。数値は最後の判定のままで、所有者が修正するまでダウンロードはできません。',
  by_rule: '判定ルール：{line} 行目',
  by_allow: '判定ルール：リスト「allow」',
  by_disposable: '判定ルール：リスト「disposable」',
  being_applied: 'チームの判定ルールが変わりました。一部のリストの数値はまもなく更新されます。',
  open: '判定ルールを開く',
};
