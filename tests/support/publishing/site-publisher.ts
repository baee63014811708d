import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, statfs, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { getProductSettings, type ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import { listTransferAccounts } from '#api/endpoints/payments/list-transfer-accounts.ts';
import { listen, type RunningServer } from '#server/kit/listen.ts';
import { staticSite } from '#server/kit/static-files.ts';
import { SANDBOX_ACCOUNTS } from '#server/lending/gateways/transfer/transfer-accounts.ts';
import type { PublishEnvironment } from '#server/publishing/publisher/publish-environment.ts';
import { createPublishRun } from '#server/publishing/publisher/publish-run.ts';
import type { HeldBack, PublishProgress, PublishResult, PublishRun } from '#server/publishing/publisher/publisher.ts';
import { type ContentService, openContentService } from '#server/publishing/sandbox/content-service/content-service.ts';
import { textDatasources } from '#server/publishing/text-datasources.ts';
import { faultSentence } from '#storyblok/story-fault.ts';
import { type Fault, withFaults } from './faults.ts';
import { CONTENT_TOKEN, publishEnvironment, RUN } from './publish-environment.ts';

const repoDir = resolve(import.meta.dirname, '../../..');

/** Words what is wrong with stories that were held back. */
export function sentencesOf(heldBack: readonly HeldBack[]): string[] {
  return heldBack.flatMap(({ faults }) => faults.map((fault) => faultSentence(fault)));
}

/** The real site of this repository, published from a copy of its seed into a folder of its own. */
export interface SitePublisher {
  readonly env: PublishEnvironment;
  readonly content: ContentService;
  readonly releasesDir: string;
  /** The texts around the stories. */
  readonly texts: ReturnType<typeof textDatasources>;
  /** Faults of the coming requests to the content service, one each, in order. */
  readonly faults: Fault[];
  /** Changes the text of a story's file; call what it returns to undo it. */
  edit(slug: string, change: (text: string) => string): Promise<() => Promise<void>>;
  /** A new story: a copy of another under an address of its own. */
  add(slug: string, of: string): Promise<() => Promise<void>>;
  /** Other words on the home page, by which a new release is known. @returns them */
  say(next?: string): Promise<string>;
  /** Publishes the drafts and runs the publisher once: the same one, or one `anew`, as after a restart. */
  publish(options?: Partial<PublishRun> & { readonly anew?: Partial<PublishEnvironment> }): Promise<PublishResult>;
  /** The steps of the last run. */
  readonly progress: PublishProgress[];
  /** Asks for an address as a visitor does: `308 /nosotros/`, `200`, `404`. */
  visit(address: string): Promise<string>;
  /** A page as visitors get it. */
  live(file: string): Promise<string>;
  close(): Promise<void>;
}

function answerAsLender({ url }: Request): Response {
  return Response.json(url.endsWith(listTransferAccounts.path) ? SANDBOX_ACCOUNTS : productSettings());
}

/** Opens it; the first `publish` builds everything. */
export async function openSitePublisher(): Promise<SitePublisher> {
  const folder = await mkdtemp(join(await otherFileSystem(), 'manay-test-site-'));
  const seed = join(folder, 'content');
  await cp(join(repoDir, 'src/server/publishing/sandbox/content-service/seed'), seed, { recursive: true });
  const faults: Fault[] = [];
  const texts = textDatasources();
  const options = {
    seedDir: seed,
    datasources: async () => structuredClone(texts),
    stateDir: join(folder, 'state'),
    publicToken: CONTENT_TOKEN,
    previewToken: 'preview',
  };
  const content = await openContentService(options);
  const contentServer: RunningServer = await listen(
    withFaults(content.app, () => faults.shift()),
    { port: 0, host: '127.0.0.1' },
  );
  const lending = await listen({ fetch: answerAsLender }, { port: 0, host: '127.0.0.1' });
  const dataDir = join(folder, 'data');
  const env: PublishEnvironment = {
    ...publishEnvironment({
      dataDir,
      contentApiUrl: `http://127.0.0.1:${contentServer.port}/v2`,
      lendingUrl: `http://127.0.0.1:${lending.port}`,
    }),
    repoDir: await codeToRead(folder),
  };
  const run = createPublishRun(env);
  const stories = join(seed, 'stories/manay');
  const fileOf = async (slug: string): Promise<string> =>
    join(stories, (await readdir(stories)).find((name) => name.startsWith(`${slug}_`)) as string);
  const progress: PublishProgress[] = [];
  const releasesDir = join(dataDir, 'releases');
  let words = 'cuentas claras';
  const edit: SitePublisher['edit'] = async (slug, change) => {
    const file = await fileOf(slug);
    const before = await readFile(file, 'utf8');
    await writeFile(file, change(before));
    return () => writeFile(file, before);
  };
  return {
    env,
    content,
    releasesDir,
    texts,
    faults,
    progress,
    edit,
    say: async (next = `cuentas ${crypto.randomUUID()}`) => {
      await edit('home', (text) => text.replaceAll(words, next));
      words = next;
      return next;
    },
    add: async (slug, of) => {
      const uuid = crypto.randomUUID();
      const story = JSON.parse(await readFile(await fileOf(of), 'utf8'));
      const file = join(stories, `${slug}_${uuid}.json`);
      const id = 700_000 + (await readdir(stories)).length;
      await writeFile(file, JSON.stringify({ ...story, id, uuid, slug, full_slug: slug }));
      return () => rm(file);
    },
    publish: async ({ anew, onProgress, ...options } = {}) => {
      await content.publish();
      progress.length = 0;
      const told = (step: PublishProgress): void => {
        progress.push(step);
        onProgress?.(step);
      };
      return (anew ? createPublishRun({ ...env, ...anew }) : run)({ ...RUN, ...options, onProgress: told });
    },
    visit: async (address) => {
      const response = await staticSite({ releasesDir }).request(address);
      await response.body?.cancel();
      return [response.status, response.headers.get('location')].filter(Boolean).join(' ');
    },
    live: (file) => readFile(join(releasesDir, 'current', file), 'utf8'),
    close: async () => {
      await contentServer.close();
      await lending.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns what a publish has made. @throws when it has made nothing */
export function published(result: PublishResult): Extract<PublishResult, { kind: 'published' }> {
  if (result.kind !== 'published') throw new Error(JSON.stringify(result));
  return result;
}

/** Turns the links to a story into links to an address, as an editor types it. */
export function leadingTo(from: string, to: string): (text: string) => string {
  const link = new RegExp(
    `("(?:id|uuid)": "[^"]*)(",[^{}]*"(?:href|cached_url)": )"${from}"|"href": "${from}",\\s*"uuid": "[^"]*"`,
    'g',
  );
  return (text) => text.replace(link, (_, id, rest) => (id ? `${id}-x${rest}"${to}"` : `"href": "${to}", "uuid": "x"`));
}

/** Gives a story another address, as an editor does in Storyblok. */
export function renamedTo(to: string): (text: string) => string {
  const slug = to.split('/').at(-1);
  return (text) =>
    text.replace(/"slug": ?"[^"]*"/, `"slug": "${slug}"`).replace(/"full_slug": ?"[^"]*"/, `"full_slug": "${to}"`);
}

/**
 * A folder on another file system than the code, as a container's volume is; where there is none, the temporary one.
 */
async function otherFileSystem(): Promise<string> {
  const memory = '/dev/shm';
  const [there, here] = [await stat(memory).catch(() => undefined), await stat(repoDir)];
  if (!there || there.dev === here.dev) return tmpdir();
  const { bavail, bsize } = await statfs(memory);
  return bavail * bsize > NEEDED_BYTES ? memory : tmpdir();
}

/** A published site has 60 MB, of which releases share most. */
const NEEDED_BYTES = 1_000_000_000;

/**
 * Copies the code as a publisher sees it: the same files in a folder in which nothing else lies, so that what is
 * written beside the code shows.
 */
async function codeToRead(folder: string): Promise<string> {
  const code = join(folder, 'program');
  const packages = join(code, 'node_modules');
  await mkdir(packages, { recursive: true });
  const link = (name: string): Promise<void> => symlink(join(repoDir, name), join(code, name));
  await Promise.all(['src', 'public', '.config'].map(link));
  for (const name of PROGRAM_FILES) await cp(join(repoDir, name), join(code, name));
  const installed = (await readdir(join(repoDir, 'node_modules'))).filter((name) => !/^\.(?:vite|astro)/.test(name));
  await Promise.all(installed.map((name) => link(join('node_modules', name))));
  return code;
}

export const PROGRAM_FILES = ['astro.config.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** The documented example, with the second product that the seeded pages name. */
function productSettings(): unknown {
  const response = getProductSettings.examples?.[0]?.response as ProductSettingsBody;
  const [instalments] = response.installmentProducts;
  return { ...response, installmentProducts: [{ ...instalments, productId: 11 }, ...response.installmentProducts] };
}
