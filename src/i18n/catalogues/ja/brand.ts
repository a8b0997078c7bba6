import type { TranslatedArea } from '../../catalogue.ts';
import type { brand as english } from '../en/brand.ts';

export const brand: TranslatedArea<typeof english> = {
  title: '名前とロゴ',
  intro: 'チームには各ページに、共有レポートの読者にはその上部に表示されます。',
  name: '名前',
  name_hint: '空欄の場合：{team}',
  logo: 'ロゴ',
  logo_hint: 'PNG、JPEG、WebP、100 kB まで',
  present_logo: '現在のロゴ',
  remove_logo: 'ロゴを削除',
  save: '保存',
  saving: '保存中…',
  done_saved: '名前とロゴを保存しました。',
};
