import { Hono } from 'hono';
import {
  IDEMPOTENCY_LIFETIME_HEADER,
  IDEMPOTENCY_LIFETIME_MS,
  SAYS_LIFETIME,
} from '../contract/idempotency.ts';
import { PROBLEM_HEADER } from '../contract/reachability.ts';
import { SERVICE_ROUTES, type ServiceOperation } from '../contract/routes.ts';
import { authenticate, checkScope } from '../service/authenticate.ts';
import { PROVIDERS, type ProviderName } from '../service/outcomes/records.ts';
import type { Pause } from '../service/read-turns.ts';
import { answer, answerInSlices, obeyRateLimit } from './answer.ts';
import type { Environment, HttpDeps, ProbeOperator, RequestContext } from './environment.ts';
import { OPERATIONS } from './operations.ts';
import { serveProbes } from './probes.ts';
import { wantsDetail } from './read-request.ts';
import { SECURITY_TEXT_PATH, securityText } from './security-text.ts';
import { type Handler, type Handlers, observed, servePath } from './serve-path.ts';

/** The interface as an application: from a Request to a Response, without a socket. */
export function createApp(deps: HttpDeps): Hono<Environment> {
  const app = new Hono<Environment>();
  for (const [path, handlers] of operationHandlers(deps)) servePath(app, deps, { path, handlers });
  const serveOpenly = (path: string, handler: Handler) =>
    servePath(app, deps, { path, handlers: { GET: handler } });
  serveOpenly('/api/v1/openapi.json', async (c) =>
    answer(c, (await import('./openapi.ts')).openApiDocument()),
  );
  serveOpenly('/docs', async (c) =>
    (await import('./docs/reference.ts')).docsPage(c, baseUrlOf(c, deps)),
  );
  serveOpenly('/docs/results', async (c) => (await import('./docs/pages.ts')).resultsPage(c));
  serveOpenly('/mailvet.schema.json', async (c) =>
    answer(c, (await import('../policy/schema.ts')).policyJsonSchema()),
  );
  if (deps.operator) servePageOfProbes(app, deps, deps.operator);
  if (deps.operator) serveOpenly(SECURITY_TEXT_PATH, securityText(deps, deps.operator));
  for (const path of providerPaths(deps)) servePath(app, deps, path);
  serveProbes(app, deps);
  return app;
}

/** Where the reader of a page reaches the service. A page without a secret may trust the Host header. */
function baseUrlOf(c: RequestContext, { publicUrl, findOrigin }: HttpDeps): string {
  if (publicUrl !== undefined) return publicUrl;
  const url = new URL(c.req.url);
  const peer = c.env?.incoming?.socket?.remoteAddress;
  const isHttps = findOrigin?.({ peer, header: (name) => c.req.header(name) }).isHttps ?? false;
  return isHttps ? `https://${url.host}` : url.origin;
}

/** The name that a session began with leads to the page, too. */
function servePageOfProbes(app: Hono<Environment>, deps: HttpDeps, operator: ProbeOperator): void {
  const path = '/about-probes';
  const page = async (c: RequestContext) =>
    (await import('./docs/pages.ts')).probesPage(c, operator);
  servePath(app, deps, { path, handlers: { GET: page } });
  const atRoot = observed(deps, path, page);
  app.get('/', (c, next) => {
    const { hostname } = new URL(c.req.url);
    return operator.heloNames().includes(hostname) ? atRoot(c) : next();
  });
}

/** Providers have no API key: the address and the signature show who reports. */
function providerPaths(deps: HttpDeps) {
  const load = async () => {
    const { SnsMessages } = await import('./providers/signatures.ts');
    const { receiveReport } = await import('./providers/receive-report.ts');
    const sns = new SnsMessages(deps.fetchText);
    return (c: RequestContext, provider: ProviderName) =>
      receiveReport(c, { ...deps, sns }, provider);
  };
  let receiving: ReturnType<typeof load> | undefined;
  return PROVIDERS.map((provider) => {
    const POST: Handler = async (c) => {
      receiving ??= load();
      return answer(c, await (await receiving)(c, provider));
    };
    return { path: `/api/v1/outcomes/${provider}`, handlers: { POST } };
  });
}

function operationHandlers(deps: HttpDeps): Map<string, Handlers> {
  const paths = new Map<string, Handlers>();
  for (const operation of Object.keys(SERVICE_ROUTES) as ServiceOperation[]) {
    const { method, path } = SERVICE_ROUTES[operation];
    paths.set(path, { ...paths.get(path), [method]: operationHandler(deps, operation) });
  }
  return paths;
}

/** Checks the key before anything else of the request. */
function operationHandler(deps: HttpDeps, operation: ServiceOperation): Handler {
  return async (c) => {
    const team = await authenticate(deps.authenticator, c.req.header('Authorization'));
    c.set('teamId', team.id);
    obeyRateLimit(c, deps, team.id);
    checkScope(team, operation);
    const respond = async () => {
      const body = await OPERATIONS[operation](c, deps.service, team);
      const lifetime = SAYS_LIFETIME.has(operation) ? LIFETIME : undefined;
      return answerInSlices(c, body, { ...problemHeader(c, deps), ...lifetime });
    };
    return LONG_READS.has(operation) ? inTurn(c, deps, { teamId: team.id, respond }) : respond();
  };
}

/** Operations whose answers have up to a thousand rows. */
const LONG_READS: ReadonlySet<ServiceOperation> = new Set([
  'listVerifications',
  'getBatch',
  'listBatches',
  'listSuppressions',
  'getAccuracy',
]);

interface TeamAnswer<T> {
  readonly teamId: string;
  readonly respond: () => Promise<T>;
}

function inTurn<T>(c: RequestContext, deps: HttpDeps, { teamId, respond }: TeamAnswer<T>) {
  const work = (pause: Pause) => {
    c.set('pause', pause);
    return respond();
  };
  return deps.service.reads.run({ teamId, work, signal: c.req.raw.signal });
}

const LIFETIME = { [IDEMPOTENCY_LIFETIME_HEADER]: String(IDEMPOTENCY_LIFETIME_MS / 1000) };

/** What keeps the verifier from learning anything, for those who ask why. */
function problemHeader(
  c: RequestContext,
  { service }: HttpDeps,
): Record<string, string> | undefined {
  const problems = service.verifier.problems();
  if (problems.length === 0 || !wantsDetail(c)) return undefined;
  return { [PROBLEM_HEADER]: problems.join(', ') };
}
