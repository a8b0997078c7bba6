/**
 * The values that an ICU message needs, found in its text by the type checker. It knows what our
 * messages use: `{name}`, `{count, number}`, plural, selectordinal, select, and tags.
 */

/** Names of arguments, with the types of their values. */
type Argument<Name extends string, Value> = { readonly name: Name; readonly value: Value };

/** What is left of a message up to its first brace, that brace, and what is behind it. */
type NextBrace<Text extends string> = Text extends `${infer Before}{${infer After}`
  ? Before extends `${infer Closed}}${infer Rest}`
    ? ['}', Closed, `${Rest}{${After}`]
    : ['{', Before, After]
  : Text extends `${infer Closed}}${infer Rest}`
    ? ['}', Closed, Rest]
    : undefined;

/** Reads text; `Depth` counts the options around it. */
type InText<Text extends string, Found, Depth extends readonly unknown[] = []> =
  NextBrace<Text> extends [infer Brace, string, infer After extends string]
    ? Brace extends '{'
      ? InArgument<After, Found, Depth>
      : Depth extends readonly [unknown, ...infer Outer]
        ? InOptions<After, Found, Outer>
        : Found
    : Found;

/** Reads an argument, behind its opening brace. */
type InArgument<Text extends string, Found, Depth extends readonly unknown[]> =
  NextBrace<Text> extends ['}', infer Inner extends string, infer After extends string]
    ? InText<After, Found | Simple<Inner>, Depth>
    : Text extends `${infer Name}, ${infer Kind}, ${infer Options}`
      ? InOptions<Options, Found | Chosen<Name, Kind>, Depth>
      : Found;

/** Reads the options of a plural or a select: each is a text of its own. */
type InOptions<Text extends string, Found, Depth extends readonly unknown[]> =
  NextBrace<Text> extends [infer Brace, string, infer After extends string]
    ? Brace extends '{'
      ? InText<After, Found, [...Depth, unknown]>
      : InText<After, Found, Depth>
    : Found;

type Simple<Inner extends string> = Inner extends `${infer Name}, number${string}`
  ? Argument<Name, number>
  : Argument<Inner, string | number>;

type Chosen<Name extends string, Kind extends string> = Kind extends 'select'
  ? Argument<Name, string>
  : Argument<Name, number>;

type Tags<Text extends string> = Text extends `${string}</${infer Tag}>${infer Rest}`
  ? Tag | Tags<Rest>
  : never;

/** Values by name; `Part` may stand for a simple value, and makes up what a tag encloses. */
type Values<Found extends Argument<string, unknown>, Tag extends string, Part> = {
  readonly [A in Found as A['name']]: A['value'] | (string extends A['value'] ? Part : never);
} & { readonly [T in Tag]: (inside: readonly (string | Part)[]) => Part };

/** The values of a message. `Part`: what may stand in it besides text, such as HTML. */
export type MessageValues<Message extends string, Part = never> = Values<
  InText<Message, never>,
  Tags<Message>,
  Part
>;
