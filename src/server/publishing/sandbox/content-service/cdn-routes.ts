import { type Context, Hono } from 'hono';
import { presentLink, presentStory } from './present-story.ts';
import { type Datasource, type FileProblem, SPACE, type SpaceContent } from './space.ts';
import { TEXT_SOURCE } from './space-files.ts';

export interface CdnAccess {
  /** Reads published content. */
  readonly publicToken: string;
  /** Reads drafts too. */
  readonly previewToken: string;
}

/** The space behind the routes. */
export interface CdnSpace {
  version(): number;
  published(): SpaceContent;
  drafts(): Promise<SpaceContent & { readonly problems: readonly FileProblem[] }>;
}

/** A request that passed the checks. */
interface Question {
  readonly space: CdnSpace;
  readonly query: URLSearchParams;
  /** Published content, or the drafts with their unreadable files. */
  readonly content: SpaceContent & { readonly problems: readonly FileProblem[] };
  readonly isDraft: boolean;
  readonly maxPerPage: number;
}

type Answer = (c: Context, question: Question) => Response;

/** An error response: status and body as in the real service (platform 1.6). */
class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly status: 401 | 404 | 422 | 500;
  readonly body: { readonly error: string } | readonly [string];
  constructor(status: RefusedRequest['status'], body: RefusedRequest['body']) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

/** The service returns an array only here. */
const notFound = (): RefusedRequest => new RefusedRequest(404, ['This record could not be found']);
const invalid = (what: string): RefusedRequest => new RefusedRequest(422, { error: `Invalid parameter: ${what}` });

/** One page of a list, with the two headers that Storyblok's own client counts by. */
function onePage<Item>(c: Context, items: readonly Item[], { query, maxPerPage }: Question): readonly Item[] {
  const [page, asked] = [wholeNumber(query, 'page') ?? 1, wholeNumber(query, 'per_page') ?? 25];
  const perPage = Math.min(maxPerPage, asked);
  c.header('Total', String(items.length));
  c.header('Per-Page', String(perPage));
  return items.slice((page - 1) * perPage, page * perPage);
}

function wholeNumber(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (!value) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1) return number;
  throw invalid(`${name} must be a whole number above 0`);
}

const languageIn = (code: string | null): string | undefined => SPACE.languageCodes.find((one) => one === code);

const answerStories: Answer = (c, question) => {
  const { query, content, space, isDraft } = question;
  const language = languageIn(query.get('language'));
  const [uuids, slugs] = [query.get('by_uuids')?.split(','), query.get('by_slugs')?.split(',')];
  const found = content.stories.filter(
    ({ is_folder, uuid, full_slug }) =>
      !is_folder && (!uuids || uuids.includes(uuid)) && (!slugs || slugs.includes(full_slug)),
  );
  // In the editors' order.
  found.sort((one, two) => one.position - two.position || (one.full_slug < two.full_slug ? -1 : 1));
  const stories = onePage(c, found, question).map((story) => presentStory(story, { language, isDraft }));
  return c.json({ stories, cv: space.version(), rels: [], links: [] });
};

const answerStory: Answer = (c, { query, content, space, isDraft }) => {
  const story = content.stories.find(({ is_folder, full_slug }) => !is_folder && full_slug === c.req.param('slug'));
  if (!story) throw notFound();
  const language = languageIn(query.get('language'));
  return c.json({ story: presentStory(story, { language, isDraft }), cv: space.version(), rels: [], links: [] });
};

/** Every story and folder in short form. */
const answerLinks: Answer = (c, question) => {
  const withDates = question.query.get('include_dates') === '1';
  const page = onePage(c, question.content.stories, question);
  return c.json({ links: Object.fromEntries(page.map((story) => [story.uuid, presentLink(story, withDates)])) });
};

const answerDatasources: Answer = (c, question) => {
  const datasources = onePage(c, datasourcesOf(question), question).map(({ id, name, slug, dimensions }) => {
    return { id, name, slug, dimensions: dimensions.map((dimension) => ({ ...dimension, datasource_id: id })) };
  });
  return c.json({ datasources, cv: question.space.version() });
};

/** Of one datasource, or of all. */
const answerEntries: Answer = (c, question) => {
  const [asked, dimension] = [question.query.get('datasource'), question.query.get('dimension')];
  const entries = datasourcesOf(question).flatMap(({ slug, entries }) => (!asked || slug === asked ? entries : []));
  const page = onePage(c, entries, question).map(({ id, name, value, dimension_values }) => {
    const translated = dimension && Object.hasOwn(dimension_values, dimension) && dimension_values[dimension];
    return { id, name, value, dimension_value: translated || null };
  });
  return c.json({ datasource_entries: page, cv: question.space.version() });
};

/** Texts that cannot be read must not look like an empty set. */
function datasourcesOf({ content }: Question): readonly Datasource[] {
  const problem = content.problems.find(({ file }) => file === TEXT_SOURCE);
  if (problem) throw new RefusedRequest(500, { error: problem.message });
  return content.datasources;
}

interface Route {
  readonly path: string;
  readonly maxPerPage: number;
  readonly answer: Answer;
}

/** Page sizes as documented (platform 1.1). */
const ROUTES: readonly Route[] = [
  { path: 'stories/:slug{.+}', maxPerPage: 1, answer: answerStory },
  { path: 'stories', maxPerPage: 100, answer: answerStories },
  { path: 'links', maxPerPage: 1000, answer: answerLinks },
  { path: 'datasources', maxPerPage: 1000, answer: answerDatasources },
  { path: 'datasource_entries', maxPerPage: 1000, answer: answerEntries },
];

/**
 * Storyblok's parameters that this service supports. Others are refused, because an answer that ignored them would
 * mislead.
 */
const PARAMETERS: ReadonlySet<string> = new Set([
  ...['token', 'version', 'cv', 'page', 'per_page', 'language', 'by_uuids', 'by_slugs'],
  ...['include_dates', 'paginated', 'datasource', 'dimension'],
]);

/** The part of Storyblok's Content Delivery API v2 (platform §1) that sync and previews read, below `/v2/cdn`. */
export function createCdnRoutes(space: CdnSpace, access: CdnAccess): Hono {
  const app = new Hono();
  app.onError((error, c) => {
    if (error instanceof RefusedRequest) return c.json(error.body, error.status);
    throw error;
  });
  // Storyblok's pages write some addresses with a slash at their end.
  app.on('GET', ['/v2/cdn/spaces/me', '/v2/cdn/spaces/me/'], (c) => {
    mayReadDrafts(c, access);
    c.header('Cache-Control', 'max-age=0, public, s-maxage=2');
    const { id, name, languageCodes } = SPACE;
    return c.json({ space: { id, name, domain: '', version: space.version(), language_codes: languageCodes } });
  });
  for (const route of ROUTES) {
    const paths = [`/v2/cdn/${route.path}`, ...(route.path.includes(':') ? [] : [`/v2/cdn/${route.path}/`])];
    app.on('GET', paths, (c) => ask(c, space, access, route));
  }
  app.all('/v2/cdn/*', () => {
    throw notFound();
  });
  return app;
}

async function ask(c: Context, space: CdnSpace, access: CdnAccess, { maxPerPage, answer }: Route): Promise<Response> {
  const query = new URL(c.req.url).searchParams;
  const draftsAllowed = mayReadDrafts(c, access);
  for (const name of query.keys()) if (!PARAMETERS.has(name)) throw invalid(`this service has no ${name}`);
  if (query.get('by_slugs')?.includes('*')) throw invalid('this service has no by_slugs with *');
  const version = query.get('version') || 'published';
  if (version === 'draft') {
    if (!draftsAllowed) throw new RefusedRequest(401, { error: 'Unauthorized' });
    c.header('Cache-Control', 'max-age=0, private, must-revalidate');
    return answer(c, { space, query, maxPerPage, content: await space.drafts(), isDraft: true });
  }
  if (version !== 'published') throw invalid('version must be draft or published');
  if (!/^\d+$/.test(query.get('cv') ?? '')) return toPinned(query, space.version());
  c.header('Cache-Control', 'max-age=0, public, s-maxage=604800');
  return answer(c, { space, query, maxPerPage, content: { ...space.published(), problems: [] }, isDraft: false });
}

/** Whether a token may read drafts. @throws RefusedRequest 401 for an unknown token */
function mayReadDrafts(c: Context, { publicToken, previewToken }: CdnAccess): boolean {
  const token = new URL(c.req.url).searchParams.get('token');
  if (token === previewToken || token === publicToken) return token === previewToken;
  throw new RefusedRequest(401, { error: 'Unauthorized' });
}

/** Redirects to the same address with the version, so that a cache may keep the response for ever. */
function toPinned(query: URLSearchParams, version: number): Response {
  const pinned = new URLSearchParams(query);
  pinned.set('cv', String(version));
  // Relative to the request: the service does not know where it is mounted.
  const headers = { Location: `?${pinned}`, 'Cache-Control': 'max-age=0, public, s-maxage=2' };
  return new Response(null, { status: 301, headers });
}
