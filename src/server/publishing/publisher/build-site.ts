import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LIVE_INDEX_FILE, type MirrorIndex, tryReadIndex } from '#storyblok/mirror.ts';
import { writeSiteIndex } from '#storyblok/site-index.ts';
import type { BrokenStory } from '#storyblok/validate-mirror.ts';
import { runAstroBuild } from './astro-build.ts';
import { type GateReport, inspectSite } from './gate.ts';
import { canRenderPages, renderPages } from './page-renderer.ts';
import type { PublishEnvironment, Steps } from './publish-environment.ts';
import type { HeldBack, PublishRun } from './publisher.ts';
import type { ReleaseInfo } from './release.ts';
import { readManifest, readSite, type SiteManifest } from './site-manifest.ts';

/** Each round holds back what the one before found; a mistake that shows after more of them is not one story's. */
const MOST_ROUNDS = 4;

/** A build that passed the gate. */
export interface BuiltSite {
  readonly manifest: SiteManifest;
  readonly report: GateReport;
  /** What it is made of. */
  readonly site: MirrorIndex;
  readonly heldBack: readonly HeldBack[];
  readonly rendered: number;
  readonly removed: number;
}

/**
 * The published stories that break their schema. @throws Error when there can be no site: a required story is missing,
 * or stories are broken and there is no release yet whose versions could stay
 */
export async function checkContent(env: PublishEnvironment, hasRelease: boolean): Promise<readonly BrokenStory[]> {
  const { missing, broken } = await env.checkContent();
  const fatal = [...missing, ...(hasRelease ? [] : broken.flatMap(({ sentences }) => sentences))];
  if (fatal.length > 0) throw new Error(fatal.join('\n'));
  return broken;
}

/**
 * Builds and inspects until the gate is content: a story whose page cannot be rendered or breaks the gate is held back,
 * and everybody else's work goes on.
 * @throws when what is wrong is nobody's story
 */
export async function buildGoodSite(
  env: PublishEnvironment,
  to: {
    readonly run: PublishRun;
    readonly steps: Steps;
    readonly broken: readonly BrokenStory[];
    readonly codeKey: string;
    readonly live: ReleaseInfo | undefined;
  },
): Promise<BuiltSite> {
  const mirrorDir = join(env.dataDir, 'mirror');
  const heldBack = new Map(to.broken.map((story) => [story.uuid, story]));
  let { rendered, removed } = { rendered: 0, removed: 0 };
  for (let round = 1; ; round += 1) {
    const site = await writeSiteIndex(mirrorDir, new Set(heldBack.keys()));
    const blame = blamer(site, tryReadIndex(join(mirrorDir, LIVE_INDEX_FILE)));
    const lastRound = round === MOST_ROUNDS;
    const built = await to.steps(
      'build',
      () => build(env, { ...to, force: to.run.force && round === 1, blame: lastRound ? () => undefined : blame }),
      detailOf,
    );
    rendered += built.rendered;
    removed += built.removed;
    const inspect = async (): Promise<{ report: GateReport; faults: readonly Fault[] }> => {
      const report = inspectSite(built.manifest, {
        livePages: to.live?.pages,
        allowFewerPages: to.run.allowFewerPages,
      });
      return { report, faults: attribute(report.problems, lastRound ? () => undefined : blame) };
    };
    const faults = [...built.faults];
    if (faults.length === 0) {
      const inspected = await to.steps('gate', inspect, ({ report }) => `${report.pages} pages`);
      if (inspected.faults.length === 0) {
        const { report } = inspected;
        return { manifest: built.manifest, report, site, heldBack: [...heldBack.values()], rendered, removed };
      }
      faults.push(...inspected.faults);
    }
    for (const { story, sentence } of faults) {
      const sentences = [...(heldBack.get(story.uuid)?.sentences ?? []), sentence];
      heldBack.set(story.uuid, { ...story, sentences });
    }
  }
}

type Story = Pick<BrokenStory, 'uuid' | 'fullSlug'>;

interface Fault {
  readonly story: Story;
  readonly sentence: string;
}

interface Problem {
  readonly sentence: string;
  readonly file?: string;
}

/** Whose story a problem is; undefined when it is nobody's whose version of before could stay. */
type Blame = (problem: Problem) => Story | undefined;

/** Only a story that differs from what is live can be to blame: its version of before was good. */
function blamer(site: MirrorIndex, live: MirrorIndex | undefined): Blame {
  const before = new Map(live?.stories.map((story) => [story.uuid, story.digest]));
  const changed = site.stories.filter((story) => live && before.get(story.uuid) !== story.digest);
  return ({ sentence, file }) => {
    const named = /story "(?:en\/)?([^"]+)"/.exec(sentence)?.[1];
    const slug = file?.replace(/^en\//, '').replace(/\/?index\.html$/, '');
    const story = changed.find(
      (story) => story.fullSlug === named || (file !== undefined && story.component === 'page' && story.slug === slug),
    );
    return story && { uuid: story.uuid, fullSlug: story.fullSlug };
  };
}

/** @throws when a problem is nobody's: then all of them are told */
function attribute(problems: readonly Problem[], blame: Blame): Fault[] {
  const faults = problems.map((problem) => ({ story: blame(problem), sentence: problem.sentence }));
  if (faults.some(({ story }) => !story)) throw new Error(problems.map(({ sentence }) => sentence).join('\n'));
  return faults as Fault[];
}

interface Build {
  readonly manifest: SiteManifest;
  readonly faults: readonly Fault[];
  readonly rendered: number;
  readonly removed: number;
  readonly whole: boolean;
}

interface BuildOrder {
  readonly run: PublishRun;
  readonly codeKey: string;
  readonly force: boolean;
  readonly blame: Blame;
}

async function build(env: PublishEnvironment, order: BuildOrder): Promise<Build> {
  if (!order.force && (await canRenderPages(env.dataDir, order.codeKey))) {
    const rendered = await renderChanged(env, order);
    if (rendered) return rendered;
  }
  return buildWhole(env, order);
}

/** What changed, with the code of the last whole build. Undefined when that did not work: then the whole way has to. */
async function renderChanged(env: PublishEnvironment, { run, blame }: BuildOrder): Promise<Build | undefined> {
  const { repoDir, dataDir, buildVariables } = env;
  const answer = await renderPages({ kind: 'render', repoDir, dataDir }, buildVariables, run.signal);
  run.signal.throwIfAborted();
  const manifest = answer.kind === 'rendered' ? readManifest(manifestPath(dataDir)) : undefined;
  if (answer.kind === 'failed' || !manifest) {
    env.log(
      `single pages could not be rendered, so all are built: ${answer.kind === 'failed' ? answer.reason : 'no manifest'}`,
    );
    return undefined;
  }
  const { rendered, removed } = answer;
  const problems = answer.failures.map(({ file, reason }) => ({ file, sentence: `page /${file}: ${reason}` }));
  return { manifest, faults: attribute(problems, blame), rendered, removed, whole: false };
}

async function buildWhole(env: PublishEnvironment, { run, codeKey, blame }: BuildOrder): Promise<Build> {
  const { repoDir, dataDir, buildVariables } = env;
  // Until the new site has been looked at, nothing may take it for the old one.
  await rm(manifestPath(dataDir), { force: true });
  await rm(join(dataDir, 'rendering.json'), { force: true });
  const variables = { ...buildVariables, CODE_KEY: codeKey };
  const built = await runAstroBuild({ repoDir, dataDir, variables, signal: run.signal });
  if (built.kind === 'failed') {
    const faults = attribute([{ sentence: built.reason }], blame);
    return {
      manifest: { codeKey: '', files: new Map(), pages: new Map() },
      faults,
      rendered: 0,
      removed: 0,
      whole: true,
    };
  }
  const stock = await renderPages({ kind: 'take-stock', repoDir, dataDir }, buildVariables, run.signal);
  run.signal.throwIfAborted();
  const known = stock.kind === 'rendered' ? readManifest(manifestPath(dataDir)) : undefined;
  if (!known) env.log(`single pages cannot be rendered: ${stock.kind === 'failed' ? stock.reason : 'no manifest'}`);
  const manifest = known ?? (await readSite(join(dataDir, 'dist'), { codeKey: '' }));
  return { manifest, faults: [], rendered: manifest.pages.size, removed: 0, whole: true };
}

function manifestPath(dataDir: string): string {
  return join(dataDir, 'site.json');
}

function detailOf({ rendered, removed, whole, manifest }: Build): string {
  const gone = removed > 0 ? `, ${removed} removed` : '';
  return whole ? `whole site, ${manifest.pages.size} pages` : `${rendered} of ${manifest.pages.size} pages${gone}`;
}
