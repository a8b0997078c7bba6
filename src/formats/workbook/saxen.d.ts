/** What is used of saxen, which brings no types of its own. */
declare module 'saxen' {
  type Decode = (text: string) => string;

  export class Parser {
    on(
      event: 'openTag',
      hear: (name: string, attributes: () => Attributes, decode: Decode) => void,
    ): this;
    on(event: 'closeTag', hear: (name: string) => void): this;
    on(event: 'text', hear: (text: string, decode: Decode) => void): this;
    on(event: 'cdata', hear: (text: string) => void): this;
    on(event: 'comment' | 'question' | 'attention', hear: () => void): this;
    on(event: 'error', hear: (error: Error) => void): this;
    write(xml: string): this;
    end(): Error | null;
  }

  /** False where they can't be read. */
  type Attributes = Readonly<Record<string, string>> | false;
}
