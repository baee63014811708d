import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { createRateLimiter, type RateLimiter } from '#server/kit/rate-limit.ts';
import { answerDatasource, answerDatasources, answerEntries, answerLink, answerLinks } from './answer-lists.ts';
import { answerStories, answerStory } from './answer-stories.ts';
import { readParameters } from './parameters.ts';
import type { Answer, CdnSpace } from './question.ts';
import { notFound, RefusedRequest, unauthorized } from './refusals.ts';
import { SPACE } from './space.ts';

export interface CdnAccess {
  /** Reads published content. */
  readonly publicToken: string;
  /** Reads drafts too. */
  readonly previewToken: string;
  /** Reads both for other clients than this process, as often as Storyblok allows it; without one there are none. */
  readonly clientToken?: string | undefined;
  /** A monotonic clock in milliseconds, by which other clients are limited; the process's own unless told. */
  readonly monotonicMs?: () => number;
}

interface Route {
  readonly path: string;
  readonly maxPerPage: number;
  readonly answer: Answer;
}

/** Page sizes as documented (platform 1.1). */
const ROUTES: readonly Route[] = [
  { path: 'stories', maxPerPage: 100, answer: answerStories },
  { path: 'stories/:slug{.+}', maxPerPage: 1, answer: answerStory },
  { path: 'links', maxPerPage: 1000, answer: answerLinks },
  { path: 'links/:uuid', maxPerPage: 1, answer: answerLink },
  { path: 'datasources', maxPerPage: 1000, answer: answerDatasources },
  { path: 'datasources/:id', maxPerPage: 1, answer: answerDatasource },
  { path: 'datasource_entries', maxPerPage: 1000, answer: answerEntries },
];

/** Storyblok's Content Delivery API v2 (platform §1), below `/v2/cdn`. */
export function createCdnRoutes(space: CdnSpace, access: CdnAccess): Hono {
  const app = new Hono();
  app.use('/v2/cdn/*', cors({ origin: '*', allowMethods: ['GET', 'HEAD', 'OPTIONS'], maxAge: 86_400 }));
  app.use('/v2/cdn/*', async (c, next) => {
    await next();
    // As the real service sends them: the official client misreads the first as a rate (platform 1.5).
    c.header('X-RateLimit-Policy', '"concurrent-requests";q=30');
    c.header('X-RateLimit', '"concurrent-requests";r=29');
  });
  app.onError((error, c) => {
    if (error instanceof RefusedRequest) return c.json(error.body, error.status);
    throw error;
  });
  const limiter = createRateLimiter(access.monotonicMs ?? (() => performance.now()));
  app.get('/v2/cdn/spaces/me', (c) => answerSpace(c, space, access));
  for (const route of ROUTES) {
    // A list answers with a slash at its end as well; the last part of an address that names one has none.
    const paths = route.path.includes(':') ? [route.path] : [route.path, `${route.path}/`];
    const served = paths.map((path) => `/v2/cdn/${path}`);
    app.on('GET', served, (c) => ask(c, route, space, { ...access, limiter }));
  }
  app.all('/v2/cdn/*', () => {
    throw notFound();
  });
  return app;
}

function tokenOf(c: Context): string | null {
  return new URL(c.req.url).searchParams.get('token');
}

/** As often as Storyblok answers what no cache has, by the size of the page (platform 1.5). @throws RefusedRequest 429 */
function limitClient(c: Context, { clientToken, limiter }: CdnAccess & { readonly limiter: RateLimiter }): void {
  if (tokenOf(c) !== clientToken) return;
  const size = Number(c.req.query('per_page') ?? 25);
  const perSecond = size > 75 ? 6 : size > 50 ? 10 : size > 25 ? 15 : 50;
  const decision = limiter.take(String(perSecond), { perMinute: perSecond * 60, burst: perSecond });
  if (decision.kind === 'allowed') return;
  c.header('Retry-After', String(decision.retryAfterSeconds));
  throw new RefusedRequest(429, {
    error: `Rate limit of ${perSecond} request per second has been reached. Retry later.`,
  });
}

async function ask(
  c: Context,
  route: Route,
  space: CdnSpace,
  access: Parameters<typeof limitClient>[1],
): Promise<Response> {
  const query = new URL(c.req.url).searchParams;
  const draftsAllowed = mayReadDrafts(tokenOf(c), access);
  const parameters = readParameters(query, route.maxPerPage);
  const version = parameters.get('version') ?? 'published';
  if (version !== 'draft' && version !== 'published') {
    throw new RefusedRequest(422, { error: 'Invalid parameter: version must be draft or published' });
  }
  if (version === 'draft') {
    if (!draftsAllowed) throw unauthorized();
    limitClient(c, access);
    c.header('Cache-Control', 'max-age=0, private, must-revalidate');
    return route.answer(c, { space, parameters, content: await space.drafts(), isDraft: true });
  }
  if (!/^\d+$/.test(parameters.get('cv') ?? '')) return toPinned(query, space.version());
  limitClient(c, access);
  c.header('Cache-Control', 'max-age=0, public, s-maxage=604800');
  return route.answer(c, { space, parameters, content: { ...space.published(), problems: [] }, isDraft: false });
}

/** Whether a token may read drafts. @throws RefusedRequest 401 for an unknown token */
function mayReadDrafts(token: string | null, access: CdnAccess): boolean {
  if (token !== null && (token === access.previewToken || token === access.clientToken)) return true;
  if (token === access.publicToken) return false;
  throw unauthorized();
}

/** Redirects to the same address with the version, so that a cache may keep the response for ever. */
function toPinned(query: URLSearchParams, version: number): Response {
  const pinned = new URLSearchParams(query);
  pinned.set('cv', String(version));
  // Relative to the request: the service does not know where it is mounted.
  const headers = { Location: `?${pinned}`, 'Cache-Control': 'max-age=0, public, s-maxage=2' };
  return new Response(null, { status: 301, headers });
}

function answerSpace(c: Context, space: CdnSpace, access: CdnAccess): Response {
  mayReadDrafts(tokenOf(c), access);
  c.header('Cache-Control', 'max-age=0, public, s-maxage=2');
  const { id, name, languageCodes } = SPACE;
  return c.json({ space: { id, name, domain: '', version: space.version(), language_codes: languageCodes } });
}
