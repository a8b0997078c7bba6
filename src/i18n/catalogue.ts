import type { catalogue } from './english/catalogue.ts';
import type { MessageValues } from './message-values.ts';

/** The English texts by area and name. */
export type Catalogue = typeof catalogue;

/** Texts of another language by id. One that is missing is shown in English. */
export type Translation = Readonly<Record<string, string>>;

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
