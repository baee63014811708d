import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AstroBuild, AstroOrder } from '#server/publishing/publisher/astro-build.ts';
import type { PublishEnvironment } from '#server/publishing/publisher/publish-environment.ts';
import { createPublishRun } from '#server/publishing/publisher/publish-run.ts';
import type { PublishResult, PublishRun } from '#server/publishing/publisher/publisher.ts';
import { INDEX_FILE, openMirror, PRODUCT_SETTINGS_FILE, TRANSFER_ACCOUNTS_FILE } from '#storyblok/mirror.ts';
import { type ContentSpace, openContentSpace, PUBLIC_TOKEN, SMALL_SETS } from './content-space.ts';
import { publishEnvironment, RUN } from './publish-environment.ts';

/** Stories as pages of one line, written without Astro: what counts is which of them go live. */
export interface StorySite {
  readonly space: ContentSpace;
  readonly env: PublishEnvironment;
  readonly releasesDir: string;
  readonly mirrorDir: string;
  /** Which pages each build was to render: all, or those that have changed. */
  builds: ('whole' | 'changed')[];
  /** Why the next build fails. */
  fails: Omit<Extract<AstroBuild, { kind: 'failed' }>, 'kind'> | undefined;
  /** Act that happens during the next build. */
  meanwhile: (() => Promise<void>) | undefined;
  /** Sentences for operators. */
  readonly said: string[];
  /** Publishes the drafts, and runs the publisher once. */
  publish(run?: Partial<PublishRun>): Promise<PublishResult>;
  /** Runs it once, `anew` as after a restart, or with another environment. */
  run(run?: Partial<PublishRun>, anew?: Partial<PublishEnvironment>): Promise<PublishResult>;
  /** Writes the pages as Astro would. */
  readonly build: (order: AstroOrder) => Promise<AstroBuild>;
  /** A page as visitors get it. */
  live(file: string): Promise<string>;
  close(): Promise<void>;
}

const NO_TITLE = { field: 'title', fault: { code: 'required' } } as const;

/** A story whose page shows its title; without one it is broken. */
export function story(full_slug: string, title: string, answer?: string) {
  const component = full_slug === 'settings/global' ? 'global-settings' : 'page';
  return { full_slug, content: { _uid: full_slug, component, title, answer } };
}

/**
 * Opens a site of four stories; the first `publish` builds it.
 * @param through what stands before its content service
 */
export async function openStorySite(
  through: (apiUrl: string) => Promise<{ readonly apiUrl: string }> = async (apiUrl) => ({ apiUrl }),
): Promise<StorySite> {
  const space = await openContentSpace(
    [story('home', 'one'), story('404', 'none'), story('settings/global', 'all'), story('tarifas', 'cheap')],
    SMALL_SETS,
  );
  const dataDir = join(space.dir, 'data');
  const [repoDir, mirrorDir, releasesDir] = [
    join(space.dir, 'program'),
    join(dataDir, 'mirror'),
    join(dataDir, 'releases'),
  ];
  await put(join(repoDir, 'src/page.txt'), 'the code');
  await put(join(mirrorDir, PRODUCT_SETTINGS_FILE), '{"closed":{"parameterVersion":1,"businessDate":"2026-11-26"}}');
  const said: string[] = [];
  const env: PublishEnvironment = {
    // The lending role does not answer: the last known figures stay.
    ...publishEnvironment({
      dataDir,
      contentApiUrl: (await through(space.apiUrl)).apiUrl,
      lendingUrl: 'http://127.0.0.1:9',
    }),
    repoDir,
    contentToken: PUBLIC_TOKEN,
    isMaintenance: () => false,
    log: (sentence) => said.push(sentence),
    checkContent: async () => {
      const published = openMirror(mirrorDir, INDEX_FILE);
      const broken = published.listStories().filter(({ fullSlug }) => titleOf(published, fullSlug) === '');
      return {
        missing: [],
        broken: broken.map(({ uuid, fullSlug }) => ({ uuid, fullSlug, faults: [{ ...NO_TITLE, story: fullSlug }] })),
      };
    },
  };
  const build: StorySite['build'] = (order) => writePages(site, order);
  const first = createPublishRun(env, build);
  const site: StorySite = {
    ...{ space, env, releasesDir, mirrorDir, said, build },
    builds: [],
    fails: undefined,
    meanwhile: undefined,
    publish: async (run) => {
      await space.service.publish();
      return site.run(run);
    },
    run: (run, anew) => {
      const publishRun = anew ? createPublishRun({ ...env, ...anew }, build) : first;
      return publishRun({ ...RUN, ...run });
    },
    live: (file) => readFile(join(releasesDir, 'current', file), 'utf8'),
    close: () => space.close(),
  };
  return site;
}

/** Writes a file with its folder. */
export async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

function titleOf(mirror: ReturnType<typeof openMirror>, fullSlug: string): unknown {
  return mirror.readStory(fullSlug, 'es').content['title'];
}

/** A page for each story and, below it, one for its answer. */
async function writePages(site: StorySite, { dataDir, isWhole }: AstroOrder): Promise<AstroBuild> {
  site.builds.push(isWhole ? 'whole' : 'changed');
  const { fails: failure, meanwhile } = site;
  site.fails = undefined;
  site.meanwhile = undefined;
  await meanwhile?.();
  if (failure) return { kind: 'failed', ...failure };
  const mirror = openMirror(join(dataDir, 'mirror'));
  const texts = await readFile(join(dataDir, 'locales/es/general.json'), 'utf8');
  const accounts = await readFile(join(dataDir, 'mirror', TRANSFER_ACCOUNTS_FILE), 'utf8').catch(() => '');
  await rm(join(dataDir, 'dist'), { recursive: true, force: true });
  for (const { fullSlug, slug } of mirror.listStories().filter(({ component }) => component === 'page')) {
    const files = fullSlug === '404' ? ['404.html'] : ['', 'en/'].map((at) => join(at, slug, 'index.html'));
    for (const file of files) {
      const { title, answer } = mirror.readStory(fullSlug, file.startsWith('en/') ? 'en' : 'es').content;
      const policy = `<meta http-equiv="content-security-policy" content="default-src 'self'">`;
      const page = `<!doctype html>${policy}<title>${title}</title>${texts}${accounts}`;
      await put(join(dataDir, 'dist', file), page);
      if (answer) await put(join(dataDir, 'dist', dirname(file), 'costos/index.html'), page + answer);
    }
  }
  return { kind: 'built' };
}
