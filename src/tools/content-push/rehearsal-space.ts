import { isDeepStrictEqual } from 'node:util';
import { type Context, Hono } from 'hono';
import { LANGUAGES, type SeedContent } from './seed-content.ts';

interface Entry {
  readonly id: number;
  readonly datasource_id: number;
  readonly name: string;
  value: string;
  readonly dimension_values: Record<string, string>;
}

interface Dimension {
  readonly id: number;
  readonly name: string;
  readonly entry_value: string;
}

interface Story {
  readonly id: number;
  readonly uuid: string;
  slug: string;
  is_folder?: boolean;
  parent_id?: number;
  content?: Record<string, unknown>;
  published: boolean;
  [field: string]: unknown;
}

type Body = Readonly<Record<string, Record<string, unknown>>>;

/**
 * A simulated space in memory: as much of Storyblok's Management API as a push needs. The real CLI pushes to it in a
 * rehearsal, and the result is compared with the files.
 */
export class RehearsalSpace {
  readonly components: Record<string, unknown>[] = [];
  readonly datasources: { readonly id: number; readonly slug: string; readonly dimensions: Dimension[] }[] = [];
  readonly entries: Entry[] = [];
  readonly stories: Story[] = [];
  readonly webhooks: Record<string, unknown>[] = [];
  languages: { readonly code: string; readonly name: string }[] = [];
  /** All requests, `POST /components` …, for tests of their order. */
  readonly requests: string[] = [];
  readonly app = new Hono();
  #nextId = 1_000;

  /** @param token what every request must carry */
  constructor(token: string) {
    this.app.use('/v1/*', async (c, next) => {
      this.requests.push(`${c.req.method} ${c.req.path.replace(/^\/v1\/spaces\/\d+/, '')}`);
      if (c.req.header('authorization') !== token) return c.json({ error: 'Unauthorized' }, 401);
      return next();
    });
    this.#serveSpace();
    this.#serveComponents();
    this.#serveDatasources();
    this.#serveStories();
    this.app.all('*', (c) => c.json({ error: 'This record could not be found' }, 404));
  }

  #id(): number {
    this.#nextId += 1;
    return this.#nextId;
  }

  #serveSpace(): void {
    const { app } = this;
    app.get('/v1/spaces/:space', (c) => c.json({ space: { id: 1, name: 'Rehearsal', languages: this.languages } }));
    app.put('/v1/spaces/:space', async (c) => {
      const { space } = (await c.req.json()) as { readonly space: { languages?: RehearsalSpace['languages'] } };
      this.languages = space.languages ?? this.languages;
      return c.json({ space });
    });
    app.get('/v1/spaces/:space/webhook_endpoints', (c) => c.json({ webhook_endpoints: this.webhooks }));
    app.post('/v1/spaces/:space/webhook_endpoints', async (c) => {
      const { webhook_endpoint } = (await c.req.json()) as Body;
      const created = { ...webhook_endpoint, id: this.#id() };
      this.webhooks.push(created);
      return c.json({ webhook_endpoint: created }, 201);
    });
    app.put('/v1/spaces/:space/webhook_endpoints/:id', async (c) => {
      const known = this.webhooks.find(({ id }) => String(id) === c.req.param('id'));
      if (!known) return c.json({ error: 'This record could not be found' }, 404);
      const { webhook_endpoint } = (await c.req.json()) as Body;
      return c.json({ webhook_endpoint: Object.assign(known, webhook_endpoint) });
    });
    for (const name of ['component_groups', 'presets', 'internal_tags']) {
      app.get(`/v1/spaces/:space/${name}`, (c) => listed(c, name, []));
    }
  }

  #serveComponents(): void {
    this.app.get('/v1/spaces/:space/components', (c) => listed(c, 'components', this.components));
    this.app.post('/v1/spaces/:space/components', async (c) => {
      const { component } = (await c.req.json()) as Body;
      const created = { ...component, id: this.#id() };
      this.components.push(created);
      return c.json({ component: created }, 201);
    });
  }

  #serveDatasources(): void {
    const { app } = this;
    app.get('/v1/spaces/:space/datasources', (c) => listed(c, 'datasources', this.datasources));
    app.post('/v1/spaces/:space/datasources', async (c) => {
      const { datasource } = (await c.req.json()) as {
        readonly datasource: { slug: string; dimensions_attributes?: Omit<Dimension, 'id'>[] };
      };
      const { dimensions_attributes = [], ...rest } = datasource;
      const dimensions = dimensions_attributes.map((dimension) => ({ ...dimension, id: this.#id() }));
      const created = { ...rest, id: this.#id(), dimensions };
      this.datasources.push(created);
      return c.json({ datasource: created }, 201);
    });
    app.get('/v1/spaces/:space/datasource_entries', (c) => {
      const of = this.entries.filter(({ datasource_id }) => String(datasource_id) === c.req.query('datasource_id'));
      return listed(c, 'datasource_entries', of);
    });
    app.post('/v1/spaces/:space/datasource_entries', async (c) => {
      const { datasource_entry } = (await c.req.json()) as { readonly datasource_entry: Entry };
      const created: Entry = { ...datasource_entry, id: this.#id(), dimension_values: {} };
      this.entries.push(created);
      return c.json({ datasource_entry: created }, 201);
    });
    app.on(['PUT', 'PATCH'], '/v1/spaces/:space/datasource_entries/:id', async (c) => {
      const entry = this.entries.find(({ id }) => String(id) === c.req.param('id'));
      if (!entry) return c.json({ error: 'This record could not be found' }, 404);
      const { datasource_entry } = (await c.req.json()) as { readonly datasource_entry: Record<string, string> };
      const dimension = this.datasources
        .flatMap(({ dimensions }) => dimensions)
        .find(({ id }) => String(id) === (c.req.query('dimension_id') ?? datasource_entry['dimension_id']));
      if (dimension) entry.dimension_values[dimension.entry_value] = datasource_entry['dimension_value'] ?? '';
      return c.body(null, 204);
    });
  }

  #serveStories(): void {
    const { app } = this;
    app.get('/v1/spaces/:space/stories', (c) => listed(c, 'stories', this.stories));
    app.get('/v1/spaces/:space/stories/:id', (c) => {
      const story = this.stories.find(({ id }) => String(id) === c.req.param('id'));
      return story ? c.json({ story }) : c.json({ error: 'This record could not be found' }, 404);
    });
    app.post('/v1/spaces/:space/stories', async (c) => {
      const { story } = (await c.req.json()) as { readonly story: Omit<Story, 'id' | 'uuid' | 'published'> };
      const id = this.#id();
      const created: Story = {
        ...(story as Story),
        id,
        uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
        published: false,
      };
      this.stories.push(created);
      return c.json({ story: created }, 201);
    });
    app.put('/v1/spaces/:space/stories/:id', async (c) => {
      const known = this.stories.find(({ id }) => String(id) === c.req.param('id'));
      if (!known) return c.json({ error: 'This record could not be found' }, 404);
      const body = (await c.req.json()) as { readonly story: Partial<Story>; readonly publish?: unknown };
      const { id: _id, uuid: _uuid, ...changed } = body.story;
      Object.assign(known, changed);
      if (c.req.query('publish') || body.publish) known.published = !known.is_folder;
      return c.json({ story: known });
    });
  }

  /** Differences between the space and the files, one sentence each. */
  differences(seed: SeedContent): string[] {
    return [
      ...LANGUAGES.filter(({ code }) => !this.languages.some((language) => language.code === code)).map(
        ({ code }) => `language "${code}" is missing`,
      ),
      ...seed.components.flatMap((component) => this.#componentDifference(component)),
      ...seed.datasources.flatMap((datasource) => this.#datasourceDifference(datasource)),
      ...seed.stories.flatMap((story) => this.#storyDifference(story, seed.stories)),
    ];
  }

  #componentDifference({ name, schema }: SeedContent['components'][number]): string[] {
    const there = this.components.find((component) => component['name'] === name);
    if (!there) return [`component "${name}" is missing`];
    return isDeepStrictEqual(there['schema'], schema) ? [] : [`component "${name}" has another schema`];
  }

  #datasourceDifference({ slug, entries }: SeedContent['datasources'][number]): string[] {
    const there = this.datasources.find((datasource) => datasource.slug === slug);
    if (!there) return [`datasource "${slug}" is missing`];
    const own = new Map(
      this.entries.filter(({ datasource_id }) => datasource_id === there.id).map((entry) => [entry.name, entry]),
    );
    return entries.flatMap(({ name, value, dimension_values }) => {
      const entry = own.get(name);
      if (!entry) return [`entry "${name}" of "${slug}" is missing`];
      const isSame = entry.value === value && isDeepStrictEqual(entry.dimension_values, { ...dimension_values });
      return isSame ? [] : [`entry "${name}" of "${slug}" has other words`];
    });
  }

  #storyDifference(story: SeedContent['stories'][number], stories: SeedContent['stories']): string[] {
    const { full_slug, is_folder, parent_id, content } = story;
    const there = this.#thereOf(story);
    if (!there) return [`story "${full_slug}" is missing`];
    if (is_folder) return [];
    const folder = this.stories.find(({ id }) => id === there.parent_id);
    return [
      ...(there.published ? [] : [`story "${full_slug}" is not published`]),
      ...((parent_id !== 0) === (folder !== undefined) ? [] : [`story "${full_slug}" is in another folder`]),
      ...(isDeepStrictEqual(this.#inSeedIds(there.content, stories), content)
        ? []
        : [`story "${full_slug}" has other content`]),
    ];
  }

  #thereOf({ slug, is_folder }: SeedContent['stories'][number]): Story | undefined {
    return this.stories.find((story) => story.slug === slug && Boolean(story.is_folder) === is_folder);
  }

  /** The space assigns its own ids, and the CLI rewrites links to them: converts them back to the files' ids. */
  #inSeedIds(content: unknown, stories: SeedContent['stories']): unknown {
    let text = JSON.stringify(content ?? null);
    for (const story of stories) {
      const there = this.#thereOf(story);
      if (there) text = text.replaceAll(there.uuid, story.uuid);
    }
    return JSON.parse(text);
  }
}

function listed(c: Context, name: string, items: readonly unknown[]): Response {
  const perPage = Number(c.req.query('per_page') ?? 100);
  const page = Number(c.req.query('page') ?? 1);
  c.header('total', String(items.length));
  c.header('per-page', String(perPage));
  return c.json({ [name]: items.slice((page - 1) * perPage, page * perPage) });
}
