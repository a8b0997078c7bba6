import type { catalogue } from './catalogues/en/catalogue.ts';
import type { MessageValues } from './message-values.ts';

/** The English texts: what there is to say, and the source of all translations. */
export type Catalogue = typeof catalogue;

/** The same texts in another language: none is missing, none is too many. */
export type Translation<Source> = {
  readonly [Area in keyof Source]: TranslatedArea<Source[Area]>;
};

/** One area of texts in another language. */
export type TranslatedArea<Source> = { readonly [Name in keyof Source]: string };

/** `area.name` of every text. */
export type MessageId = {
  [Area in keyof Catalogue & string]: `${Area}.${keyof Catalogue[Area] & string}`;
}[keyof Catalogue & string];

/** The English text of an id. */
export type MessageOf<Id extends MessageId> = Id extends `${infer Area extends keyof Catalogue &
  string}.${infer Name}`
  ? Name extends keyof Catalogue[Area]
    ? Catalogue[Area][Name] & string
    : never
  : never;

/** An id whose text needs no values. */
export type PlainMessageId = {
  [Id in MessageId]: keyof MessageValues<MessageOf<Id>> extends never ? Id : never;
}[MessageId];
