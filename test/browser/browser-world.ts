import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type RunningService, startService } from '../../src/composition/serve.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { type FakeVerifier, fakeVerifier } from '../support/fake-verifier.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BROWSER = process.env.MAILVET_CHROMIUM || '/usr/bin/chromium';

export const PASSWORD = 'correct horse battery';

export interface BrowserWorld {
  readonly service: RunningService;
  readonly verifier: FakeVerifier;
  /** Its file. */
  readonly database: string;
  /** A page of a browser window of its own. */
  page(options?: BrowserContextOptions): Promise<Page>;
  /** The same, with the first owner signed in by the setup link. */
  owner(options?: BrowserContextOptions): Promise<Page>;
  /** What browsers complained of: errors of scripts, and breaches of the policy. */
  readonly complaints: string[];
  dispose(): Promise<void>;
}

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
];

/** Milliseconds for what a browser does on a busy machine: shorter than the limit of a test. */
const LIMIT = 250_000;

/** The real service on a port of its own, and a real browser. */
export async function browserWorld(): Promise<BrowserWorld> {
  const folder = temporaryFolder();
  const verifier = fakeVerifier();
  const database = folder.path('service.db');
  const service = await startService(
    { host: '127.0.0.1', port: 0, database },
    { clock: systemClock, random: Math.random, verifier },
  );
  const browser: Browser = await chromium.launch({
    executablePath: BROWSER,
    args: ARGUMENTS,
    timeout: LIMIT,
  });
  const complaints: string[] = [];

  async function page(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ baseURL: service.url, ...options });
    context.setDefaultTimeout(LIMIT);
    const opened = await context.newPage();
    opened.on('pageerror', ({ message }) => complaints.push(message));
    opened.on('console', (message) => {
      if (/Content Security Policy|Trusted/i.test(message.text())) complaints.push(message.text());
    });
    opened.on('dialog', (dialog) => void dialog.accept());
    return opened;
  }

  return {
    service,
    verifier,
    database,
    page,
    complaints,
    async owner(options) {
      const opened = await page(options);
      await opened.goto(service.setupUrl ?? '');
      await opened.getByLabel('E-mail address').fill('ada@example.com');
      await opened.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await opened.getByRole('button', { name: 'Create the account' }).click();
      await opened.getByRole('heading', { name: 'Home' }).waitFor();
      return opened;
    },
    async dispose() {
      await browser.close();
      await service.close();
      folder.dispose();
    },
  };
}
