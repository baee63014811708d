import { once } from 'node:events';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { getProductSettings, type ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import { listen, type RunningServer } from '#server/kit/listen.ts';
import { type ContentService, openContentService } from '#server/publishing/content-service/content-service.ts';
import type { Fault } from '#server/publishing/content-service/faults.ts';
import type { PublishEnvironment } from '#server/publishing/publisher/publish-environment.ts';
import { createPublishRun } from '#server/publishing/publisher/publish-run.ts';
import type { PublishProgress, PublishResult } from '#server/publishing/publisher/publisher.ts';
import { textDatasources } from '#storyblok/text-datasources.ts';
import { sharedScratchDir } from '../browser/site.ts';
import { CONTENT_TOKEN, publishEnvironment } from './publish-environment.ts';

const repoDir = resolve(import.meta.dirname, '../../..');

/** The real site of this repository, published from a copy of its seed into a folder of its own. */
export interface SitePublisher {
  readonly env: PublishEnvironment;
  readonly content: ContentService;
  readonly releasesDir: string;
  /** What goes wrong with the coming requests to the content service, one each, in order. */
  readonly faults: Fault[];
  /** Changes the text of a story's file; call what it returns to undo it. */
  edit(slug: string, change: (text: string) => string): Promise<() => Promise<void>>;
  /** A new story: a copy of another under an address of its own. */
  add(slug: string, of: string): Promise<() => Promise<void>>;
  /** Publishes the drafts and runs the publisher once. */
  publish(options?: { readonly force?: boolean; readonly signal?: AbortSignal }): Promise<PublishResult>;
  /** The steps of the last run. */
  readonly progress: PublishProgress[];
  /** A page as visitors get it. */
  live(file: string): Promise<string>;
  close(): Promise<void>;
}

/** Opens it; the first `publish` builds everything. */
export async function openSitePublisher(changes: Partial<PublishEnvironment> = {}): Promise<SitePublisher> {
  const folder = await sharedScratchDir();
  const seed = join(folder, 'content');
  await cp(join(repoDir, 'src/server/publishing/content-service/seed'), seed, { recursive: true });
  const faults: Fault[] = [];
  const options = {
    seedDir: seed,
    datasources: async () => textDatasources(),
    stateDir: join(folder, 'state'),
    publicToken: CONTENT_TOKEN,
    previewToken: 'preview',
  };
  const content = await openContentService({ ...options, faults: () => faults.shift() });
  const contentServer: RunningServer = await listen(content.app, { port: 0, host: '127.0.0.1' });
  const lending = createServer((_, response) => response.end(JSON.stringify(productSettings())));
  await once(lending.listen(0, '127.0.0.1'), 'listening');
  const dataDir = join(folder, 'data');
  const { port } = lending.address() as AddressInfo;
  const env: PublishEnvironment = {
    ...publishEnvironment({
      dataDir,
      contentApiUrl: `http://127.0.0.1:${contentServer.port}/v2`,
      lendingUrl: `http://127.0.0.1:${port}`,
    }),
    ...changes,
  };
  const run = createPublishRun(env);
  const stories = join(seed, 'stories/manay');
  const fileOf = async (slug: string): Promise<string> =>
    join(stories, (await readdir(stories)).find((name) => name.startsWith(`${slug}_`)) as string);
  const progress: PublishProgress[] = [];
  return {
    env,
    content,
    releasesDir: join(dataDir, 'releases'),
    faults,
    progress,
    edit: async (slug, change) => {
      const file = await fileOf(slug);
      const before = await readFile(file, 'utf8');
      await writeFile(file, change(before));
      return () => writeFile(file, before);
    },
    add: async (slug, of) => {
      const uuid = crypto.randomUUID();
      const story = JSON.parse(await readFile(await fileOf(of), 'utf8'));
      const file = join(stories, `${slug}_${uuid}.json`);
      const id = 700_000 + (await readdir(stories)).length;
      await writeFile(file, JSON.stringify({ ...story, id, uuid, slug, full_slug: slug }));
      return () => rm(file);
    },
    publish: async ({ force = false, signal = new AbortController().signal } = {}) => {
      await content.publish();
      progress.length = 0;
      return run({
        force,
        allowFewerPages: false,
        signal,
        onVersion: () => undefined,
        onProgress: (step) => progress.push(step),
      });
    },
    live: (file) => readFile(join(dataDir, 'releases/current', file), 'utf8'),
    close: async () => {
      await contentServer.close();
      lending.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The documented example, with the second product that the seeded pages name. */
function productSettings(): unknown {
  const response = getProductSettings.examples?.[0]?.response as ProductSettingsBody;
  const [instalments] = response.installmentProducts;
  return { ...response, installmentProducts: [{ ...instalments, productId: 11 }, ...response.installmentProducts] };
}
