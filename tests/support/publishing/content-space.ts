import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll } from 'vitest';
import {
  type ContentService,
  type ContentServiceOptions,
  openContentService,
} from '#server/publishing/sandbox/content-service/content-service.ts';
import type { Datasource } from '#server/publishing/sandbox/content-service/space.ts';
import { type SyncOptions, type SyncResult, syncContent } from '#server/publishing/sync/sync.ts';
import { scratchParent } from '../scratch-folder.ts';
import { type Fault, withFaults } from './faults.ts';

export const PUBLIC_TOKEN = 'public-token';
export const PREVIEW_TOKEN = 'preview-token';

/** A story file as the Storyblok CLI pushes it; what is left out gets a value of its own. */
export interface StoryFixture {
  readonly full_slug: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly uuid?: string;
  readonly [field: string]: unknown;
}

/** A content service over a seed folder of its own, reached over real loopback HTTP. */
export interface ContentSpace {
  readonly service: ContentService;
  /** Up to and with `/v2`, as the official client takes it. */
  readonly apiUrl: string;
  readonly dir: string;
  readonly seedDir: string;
  /** Faults of the coming requests, one each, in order; afterwards nothing does. */
  readonly faults: Fault[];
  /** Every request so far: path with query. */
  readonly requests: string[];
  write(story: StoryFixture): string;
  writeDatasources(datasources: readonly Datasource[]): void;
  remove(fullSlug: string): void;
  /** The title of a story, or the status of the answer. */
  title(fullSlug: string, version: 'draft' | 'published'): Promise<unknown>;
  /** Opens the same folders again, as after a restart. */
  reopen(changes?: Partial<ContentServiceOptions>): Promise<ContentService>;
  /** Copies what is published into `mirror` and `locales` of its folder. */
  sync(changes?: Partial<SyncOptions>): Promise<SyncResult>;
  close(): Promise<void>;
}

let stories = 0;

function uuidOf(fullSlug: string): string {
  const hex = Buffer.from(fullSlug.padEnd(16, '.')).toString('hex').slice(0, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Opens a space with the given stories and datasources, published. Close it when done. */
export async function openContentSpace(
  fixtures: readonly StoryFixture[],
  datasources: readonly Datasource[] = [],
  options: Partial<ContentServiceOptions> = {},
): Promise<ContentSpace> {
  const dir = mkdtempSync(join(scratchParent(), 'manay-content-'));
  const seedDir = join(dir, 'seed');
  const files = new Map<string, string>();
  const put = (file: string, json: unknown): void => {
    mkdirSync(dirname(join(seedDir, file)), { recursive: true });
    writeFileSync(join(seedDir, file), JSON.stringify(json, undefined, 2));
  };
  const write = (story: StoryFixture): string => {
    const slug = story.full_slug.split('/').at(-1) ?? '';
    const uuid = story.uuid ?? uuidOf(story.full_slug);
    const file = files.get(uuid) ?? `stories/manay/${slug}_${uuid}.json`;
    files.set(uuid, file);
    stories += 1;
    put(file, { id: 1000 + stories, name: slug, slug, parent_id: 0, ...story, uuid });
    return join(seedDir, file);
  };
  const sets = [...datasources];
  const writeDatasources = (next: readonly Datasource[]) => void sets.splice(0, sets.length, ...next);
  for (const fixture of fixtures) write(fixture);

  const faults: Fault[] = [];
  const requests: string[] = [];
  const opened = {
    seedDir,
    datasources: async () => [...sets],
    stateDir: join(dir, 'state'),
    publicToken: PUBLIC_TOKEN,
    previewToken: PREVIEW_TOKEN,
    ...options,
  };
  const service = await openContentService(opened);
  const app = withFaults(service.app, (url) => {
    requests.push(url.pathname + url.search);
    return faults.shift();
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise<void>((resolve) => (server.listening ? resolve() : server.once('listening', () => resolve())));
  const { port } = server.address() as AddressInfo;
  const apiUrl = `http://127.0.0.1:${port}/v2`;

  return {
    service,
    apiUrl,
    dir,
    seedDir,
    faults,
    requests,
    write,
    writeDatasources,
    remove: (fullSlug) => {
      for (const [uuid, file] of files) if (uuid === uuidOf(fullSlug)) rmSync(join(seedDir, file));
    },
    title: async (fullSlug, version) => {
      const token = version === 'draft' ? PREVIEW_TOKEN : PUBLIC_TOKEN;
      const response = await fetch(`${apiUrl}/cdn/stories/${fullSlug}?token=${token}&version=${version}`);
      return response.ok ? (await response.json()).story.content.title : response.status;
    },
    reopen: (changes) => openContentService({ ...opened, ...changes }),
    sync: (changes) =>
      syncContent({
        apiUrl,
        token: PUBLIC_TOKEN,
        mirrorDir: join(dir, 'mirror'),
        localesDir: join(dir, 'locales'),
        figuresUrl: 'http://lender/figures',
        fetch,
        fetchFigures: async () => Response.json({ parameterVersion: 0 }),
        log: () => undefined,
        ...changes,
      }),
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The small site below, open for all tests of a file. */
export function withContentSpace(): ContentSpace {
  const space = {} as ContentSpace;
  beforeAll(async () => {
    Object.assign(space, await openContentSpace(SMALL_SITE, SMALL_SETS));
  });
  afterAll(() => space.close());
  return space;
}

/** A small site: nested slugs, both languages, links, relations, tags, numbers. */
export const SMALL_SITE: readonly StoryFixture[] = [
  {
    full_slug: 'home',
    name: 'Inicio',
    position: -10,
    content: {
      _uid: 'home-1',
      component: 'page',
      title: 'Préstamos claros',
      title__i18n__en: 'Clear loans',
      subtitle: 'Sin letra chica',
      subtitle__i18n__en: '',
      body: [
        {
          _uid: 'hero-1',
          component: 'hero',
          headline: 'Pide hoy',
          headline__i18n__en: 'Ask today',
          cta: { id: uuidOf('preguntas'), linktype: 'story', fieldtype: 'multilink', url: '', cached_url: 'preguntas' },
        },
        { _uid: 'teaser-1', component: 'teaser', related: [uuidOf('preguntas'), uuidOf('legal/terminos')] },
      ],
    },
  },
  {
    full_slug: 'preguntas',
    name: 'Preguntas',
    tag_list: ['ayuda'],
    content: {
      _uid: 'faq-1',
      component: 'page',
      title: 'Preguntas',
      priority: '7',
      featured: true,
      topics: ['costos'],
    },
  },
  {
    full_slug: 'legal/terminos',
    name: 'Términos',
    tag_list: ['legal'],
    content: {
      _uid: 'legal-1',
      component: 'legal',
      title: 'Términos',
      title__i18n__en: 'Terms',
      priority: '12',
      valid_from: '2026-03-01 00:00',
      topics: ['costos', 'plazos'],
    },
  },
  {
    full_slug: 'legal/privacidad',
    name: 'Privacidad',
    position: 5,
    tag_list: ['legal', 'ayuda'],
    content: { _uid: 'legal-2', component: 'legal', title: 'Privacidad', priority: '3.5', topics: [] },
  },
];

export const SMALL_SETS: readonly Datasource[] = ['general', 'my-loans', 'application'].map((slug, index) => ({
  id: index + 1,
  name: slug,
  slug,
  dimensions: [{ id: 11 + index, name: 'English', entry_value: 'en' }],
  entries: [
    { id: 10 * index + 1, name: `${slug}_yes`, value: 'Sí', dimension_values: { en: 'Yes' } },
    {
      id: 10 * index + 2,
      name: `${slug}_only_spanish`,
      value: 'Solo en español',
      dimension_values: {} as Record<string, string>,
    },
  ],
}));
