/** Somebody who is signed in to the dashboards of several nodes, and works with lists there. */
export class ListBrowser {
  readonly #cookie: string;
  readonly csrf: string;

  private constructor(cookie: string, csrf: string) {
    this.#cookie = cookie;
    this.csrf = csrf;
  }

  /** The first person of a service. */
  static async setUp(setupUrl: string): Promise<ListBrowser> {
    const { origin, searchParams } = new URL(setupUrl);
    const body = new URLSearchParams({
      email: 'ada@example.com',
      password: 'correct horse battery',
      token: searchParams.get('token') ?? '',
    });
    const headers = { Origin: origin };
    const set = await fetch(`${origin}/setup`, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
    });
    const cookie = set.headers.getSetCookie().map((each) => each.split(';')[0]);
    const page = await fetch(`${origin}/lists`, { headers: { Cookie: cookie.join('; ') } });
    const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1];
    if (csrf === undefined) throw new Error('the page of lists has no form');
    return new ListBrowser(cookie.join('; '), csrf);
  }

  /** Returns the path of the page that an upload leads to. */
  async upload(url: string, text: string, name = 'contacts.csv'): Promise<string> {
    const form = new FormData();
    form.append('csrf', this.csrf);
    form.append('list', new File([text], name));
    const answer = await this.#post(`${url}/lists`, form);
    if (answer.status !== 303) throw new Error(`${answer.status}: ${await answer.text()}`);
    return answer.headers.get('Location') ?? '';
  }

  /** Presses a button; returns the status of the answer. */
  async press(url: string, path: string, fields: Record<string, string> = {}): Promise<number> {
    const form = new URLSearchParams({ csrf: this.csrf, ...fields });
    return (await this.#post(`${url}${path}`, form)).status;
  }

  get(url: string, path: string): Promise<Response> {
    return fetch(`${url}${path}`, { headers: { Cookie: this.#cookie }, redirect: 'manual' });
  }

  async download(url: string, path: string): Promise<string> {
    const answer = await this.get(url, `${path}/download?format=csv`);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    return answer.text();
  }

  /** Sends a request as the dashboard's own script does. */
  ask(url: string, { headers, ...init }: RequestInit): Promise<Response> {
    const own = { Origin: new URL(url).origin, Cookie: this.#cookie };
    return fetch(url, { ...init, headers: { ...own, ...headers }, redirect: 'manual' });
  }

  #post(url: string, body: FormData | URLSearchParams): Promise<Response> {
    return this.ask(url, { method: 'POST', body });
  }
}
