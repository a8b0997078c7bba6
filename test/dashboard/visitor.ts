export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A browser as far as the dashboard can tell: it keeps cookies, says its origin, fills in tokens. */
export interface Visitor {
  /** The session's cookie, as `name=value`; empty without one. */
  cookie: string;
  /** The other cookies, by name: what is left after signing out. */
  readonly kept: Map<string, string>;
  get(path: string, headers?: Record<string, string>, method?: 'GET' | 'HEAD'): Promise<Seen>;
  /** Sends a form with the session's token, unless it brings one of its own. */
  post(
    path: string,
    form?: Record<string, string | File | readonly string[]>,
    headers?: Record<string, string>,
  ): Promise<Seen>;
  /** Sends a body as it is. */
  send(path: string, body: ReadableStream, headers: Record<string, string>): Promise<Seen>;
  /** The answer itself, for what does not end. */
  open(path: string): Promise<Response>;
}

/** A dashboard in this process, or a service on a socket. */
interface Answering {
  fetch(request: Request, env: object): Response | Promise<Response>;
}

export function visitor(dashboard: Answering, base: string, from = '192.0.2.1'): Visitor {
  async function send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers({ Accept: 'text/html', ...(init.headers as object) });
    const cookies = [...(self.cookie ? [self.cookie] : []), ...self.kept.values()];
    if (cookies.length > 0 && !headers.has('Cookie')) headers.set('Cookie', cookies.join('; '));
    const env = { incoming: { socket: { remoteAddress: from } } };
    const response = await dashboard.fetch(new Request(base + path, { ...init, headers }), env);
    for (const cookie of response.headers.getSetCookie()) keep(cookie);
    return response;
  }

  function keep(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const name = pair.split('=')[0] ?? '';
    const isDeleted = /Max-Age=0/i.test(cookie);
    if (name.endsWith('mailvet_session')) self.cookie = isDeleted ? '' : pair;
    else if (isDeleted) self.kept.delete(name);
    else self.kept.set(name, pair);
  }

  /** A page's token holds for its session: it is read once for each. */
  let token = { cookie: '', value: '' };

  async function tokenOfSession(): Promise<string> {
    if (self.cookie !== token.cookie) {
      const { cookie } = self;
      const { body } = await seen(await send('/account', {}));
      token = { cookie, value: /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? '' };
    }
    return token.value;
  }

  const self: Visitor = {
    cookie: '',
    kept: new Map(),
    get: async (path, headers = {}, method = 'GET') => seen(await send(path, { method, headers })),
    async post(path, form = {}, headers = {}) {
      const body = new FormData();
      const fields = { ...(form.csrf === undefined && { csrf: await tokenOfSession() }), ...form };
      for (const [name, value] of Object.entries(fields))
        for (const one of [value].flat()) body.append(name, one as string | File);
      const encoded = new Response(body);
      const type = encoded.headers.get('Content-Type') ?? '';
      const sent = { 'Content-Type': type, Origin: base, ...headers };
      const init = { method: 'POST', body: await encoded.arrayBuffer(), headers: sent };
      return seen(await send(path, init));
    },
    send: async (path, body, headers) => {
      const init = { method: 'POST', body, headers: { Origin: base, ...headers }, duplex: 'half' };
      return seen(await send(path, init as RequestInit));
    },
    open: (path) => send(path, {}),
  };
  return self;
}

async function seen(response: Response): Promise<Seen> {
  const { status, headers } = response;
  return { status, headers, body: await response.text() };
}

/** What a page says, without its markup. */
export function textOf({ body }: Seen): string {
  return body
    .replace(/<wbr ?\/?>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

/** A page without the tokens of its forms, which differ each time. */
export function withoutTokens({ body }: Pick<Seen, 'body'>): string {
  return body.replaceAll(/name="csrf" value="[\w-]+"/g, 'name="csrf"');
}
