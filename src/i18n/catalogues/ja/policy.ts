import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: '判定ルール',
  intro: 'チームにとって何を配信可能または要注意とするかを決めます。',
  where:
    'リストの数値、行、ダウンロード、レポートは、検証済みのリストも含めてこのルールで判定されます。API の結果は変わりません。',
  common: 'よく使うルール',
  rule_no_disposable: '使い捨てアドレスは配信不可',
  rule_no_free: 'gmail.com などのフリーメールは要注意',
  rule_role: 'info@ や support@ などの代表アドレスは配信可能',
  rule_accept_all: 'キャッチオールのアドレスは配信可能（使い捨てを除く）',
  rule_full: '満杯のメールボックスは要注意',
  common_hint:
    'これらのルールがない場合、フリーメールは他のアドレスと同じ扱い、使い捨て・代表・キャッチオールのアドレスは要注意、満杯のメールボックスは配信不可です。',
  list_allow: '許可：要注意にしない',
  list_allow_hint: '1 行に 1 つのドメインまたはアドレス。ドメインはサブドメインを含みます。',
  list_disposable: 'ブロック：使い捨てとして扱う',
  list_disposable_hint:
    '1 行に 1 つのドメインまたはアドレス。送信可能な行には入りません。検証せずに除外するには<suppressions>送信除外リスト</suppressions>を使います。',
  other_rules:
    '下の JSON にほかのルールが {count, plural, other {# 件}}あります。ここで保存しても変わりません。',
  rest_title: 'すべてのルール（JSON）',
  rest: 'プロバイダー、スコア、複数の条件によるルールはここに書きます。上の「よく使うルール」も同じルールの一部です。',
  example: '例',
  all_reasons: '結果の理由の一覧（英語）',
  save_json: 'JSON を保存',
  field: '判定ルール（JSON）',
  hint: '「lists」のドメインとアドレスはここに直接書きます。ファイル名は指定できません。しきい値はここでは効果がありません。',
  save: '判定ルールを保存',
  saving: '保存中…',
  not_saved: '判定ルールに {count, plural, other {# 件}}の誤りがあり、保存されませんでした：',
  remove_text: '独自のルールがなければ、結果はサービスの判定どおりです。',
  done_saved: '判定ルールを保存しました。',
  done_removed: '判定ルールを削除しました。',
  applies: 'チームの判定ルールで判定されています。',
  unreadable:
    'このバージョンの mailvet はチームの判定ルールを読めません。数値は最後の判定のままで、オーナーが修正するまでダウンロードはできません。',
  by_rule: '判定ルール：{line} 行目',
  by_allow: '判定ルール：リスト「allow」',
  by_disposable: '判定ルール：リスト「disposable」',
  being_applied: 'チームの判定ルールが変わりました。一部のリストの数値はまもなく更新されます。',
  open: '判定ルールを開く',
};
