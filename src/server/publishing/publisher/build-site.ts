import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '#server/kit/write-file.ts';
import { INDEX_FILE, LIVE_INDEX_FILE, type MirrorIndex, tryReadIndex } from '#storyblok/mirror.ts';
import { byUuid, writeSiteIndex } from '../sync/site-index.ts';
import { writeTrimmedStory } from '../sync/trim-story.ts';
import { type BrokenStory, REQUIRED_STORIES } from '../sync/validate-mirror.ts';
import type { runAstro } from './astro-build.ts';
import type { Faulty } from './check-content.ts';
import { findMovedPages, type Moves, NO_MOVES } from './find-moved-pages.ts';
import { type GateProblem, type GateReport, inspectSite } from './gate.ts';
import { keepLinkedPages, ownerOf, slugOf } from './keep-linked-pages.ts';
import { linkingFieldNamer } from './name-linking-field.ts';
import type { PublishEnvironment, Steps } from './publish-environment.ts';
import type { HeldBack, PublishRun } from './publisher.ts';
import type { ReleaseInfo } from './release.ts';
import { readSite, type SiteManifest } from './site-manifest.ts';

/** Each round holds back the stories at fault; if mistakes remain after this many rounds, the run fails. */
const MOST_ROUNDS = 4;

/** How many sentences are reported of a mistake on every page. */
const TOLD_SENTENCES = 10;

/** A build that passed the gate. */
export interface BuiltSite {
  readonly manifest: SiteManifest;
  readonly report: GateReport;
  /** What it was built from. */
  readonly site: MirrorIndex;
  readonly movedPages: Moves['movedPages'];
  readonly heldBack: readonly HeldBack[];
}

/**
 * Builds and inspects until the gate passes: a story whose page cannot be rendered or fails the gate is held back,
 * and the others are published. Before the first release there are no earlier versions: a story goes live without its
 * broken blocks, or not at all.
 * @throws when no story is at fault, or one is that no site can be without
 */
export async function buildGoodSite(env: PublishEnvironment, to: SiteOrder): Promise<BuiltSite> {
  const mirrorDir = join(env.dataDir, 'mirror');
  const heldBack = new Map(to.broken.map((story) => [story.uuid, story]));
  const kept = new Map(to.kept.map((story) => [story.fullSlug, story]));
  const live = tryReadIndex(join(mirrorDir, LIVE_INDEX_FILE));
  const isFirst = to.live === undefined;
  const trimmed = new Map<string, MirrorIndex['stories'][number]>();
  let blamed = to.broken;
  for (let round = 1; ; round += 1) {
    if (isFirst) await trimStories(mirrorDir, blamed, trimmed);
    const choice = { heldBack: new Set(heldBack.keys()), kept: new Set(kept.keys()) };
    const site = await writeSiteIndex(mirrorDir, isFirst ? { ...choice, trimmed } : choice);
    const isLast = round === MOST_ROUNDS;
    // What was forced is already built in further rounds.
    const force = to.run.force && round === 1;
    const order = { ...to, force, site, live: isLast ? undefined : live, isFirst, isLast };
    const { built, report, faults, keep, deadLinks, moves } = await buildAndInspect(env, order, to.live);
    if (report && faults.length === 0 && keep.length === 0) {
      const held = [...heldBack.values(), ...kept.values(), ...deadLinks];
      const { formerAddresses, movedPages } = moves;
      const of = { ...site, formerAddresses };
      return { manifest: built.manifest, report, site: of, movedPages, heldBack: held };
    }
    for (const story of keep) kept.set(story.fullSlug, story);
    blamed = holdBack(faults, heldBack);
  }
}

/** @returns the stories that these faults are in, with the sentences of these faults alone */
function holdBack(faults: readonly Fault[], heldBack: Map<string, BrokenStory>): BrokenStory[] {
  const blamed = new Map<string, BrokenStory>();
  for (const { story, sentence } of faults) {
    blamed.set(story.uuid, { ...story, sentences: [...(blamed.get(story.uuid)?.sentences ?? []), sentence] });
    const sentences = heldBack.get(story.uuid)?.sentences ?? [];
    if (sentences.length < TOLD_SENTENCES) heldBack.set(story.uuid, { ...story, sentences: [...sentences, sentence] });
  }
  return [...blamed.values()];
}

/**
 * Takes the blocks at fault out of stories; a story of which nothing can be taken is left out of the site.
 * @param trimmed what was trimmed before, and is trimmed further
 * @throws when the site cannot be without that story
 */
async function trimStories(
  mirrorDir: string,
  broken: readonly BrokenStory[],
  trimmed: Map<string, MirrorIndex['stories'][number]>,
): Promise<void> {
  const published = byUuid(tryReadIndex(join(mirrorDir, INDEX_FILE)));
  for (const { uuid, fullSlug, sentences } of broken) {
    const entry = trimmed.get(uuid) ?? published.get(uuid);
    const story = entry && (await writeTrimmedStory(mirrorDir, entry, sentences));
    if (!story && REQUIRED_STORIES.includes(fullSlug)) throw new Error(sentences.join('\n'));
    if (story) trimmed.set(uuid, story);
    else trimmed.delete(uuid);
  }
}

interface SiteOrder extends Faulty {
  readonly astro: typeof runAstro;
  readonly run: PublishRun;
  readonly steps: Steps;
  readonly codeKey: string;
  readonly live: ReleaseInfo | undefined;
}

interface RoundOrder extends Omit<SiteOrder, 'live'> {
  readonly site: MirrorIndex;
  /** The release with fallback versions; undefined in the last round. */
  readonly live: MirrorIndex | undefined;
  readonly force: boolean;
  /** There is no release yet: every story may be at fault. */
  readonly isFirst: boolean;
  /** From this round on no story is held back for a fault. */
  readonly isLast: boolean;
}

/** One round. */
async function buildAndInspect(
  env: PublishEnvironment,
  order: RoundOrder,
  liveRelease: ReleaseInfo | undefined,
): Promise<Round> {
  const { site, live, steps, isFirst, isLast } = order;
  const blame = blamer(site, isFirst && !isLast ? NOTHING_LIVE : live);
  const built = await steps('build', () => build(env, { ...order, blame }), detailOf);
  if (built.faults.length > 0) return { built, ...NOT_INSPECTED, faults: built.faults };
  const moves = findMovedPages(built.manifest, site, { days: env.redirectDays, nowMs: Date.now() });
  const inspect = async (): Promise<Omit<Round, 'built' | 'moves'> & { readonly report: GateReport }> => {
    const { allowFewerPages } = order.run;
    const livePages = liveRelease?.pages;
    const report = inspectSite(built.manifest, { livePages, allowFewerPages, movedPages: moves.movedPages });
    const { kept: keep, rest } = keepLinkedPages(report.problems, site, live);
    const isSameCode = liveRelease?.codeKey === order.codeKey;
    const isDeadLink = (problem: GateProblem): boolean =>
      problem.leadsTo !== undefined &&
      (isFirst || isLeftOut(problem, site) || (isSameCode && wasLive(problem, site, live)));
    const say = linkingFieldNamer(join(env.dataDir, 'mirror'), site);
    const faults = attribute(
      rest.filter((problem) => !isDeadLink(problem) && !(problem.isLoss && keep.length > 0)),
      blame,
      say,
    );
    return { report, keep, faults, deadLinks: isFirst ? toldLinks(rest.filter(isDeadLink), site) : [] };
  };
  return { built, moves, ...(await steps('gate', inspect, ({ report }) => `${report.pages} pages`)) };
}

interface Round {
  readonly built: Build;
  /** Undefined when pages could not be rendered: then there is nothing to inspect. */
  readonly report: GateReport | undefined;
  readonly faults: readonly Fault[];
  /** Unpublished stories that are still linked to. */
  readonly keep: readonly HeldBack[];
  /** Links of the first release to pages that are not there. */
  readonly deadLinks: readonly HeldBack[];
  readonly moves: Moves;
}
const NOT_INSPECTED = { report: undefined, keep: [], deadLinks: [], moves: NO_MOVES };

type Story = Pick<BrokenStory, 'uuid' | 'fullSlug'>;

interface Fault {
  readonly story: Story;
  readonly sentence: string;
}

/** Finds the story at fault for each problem; undefined when there is none with an earlier version. */
type Blame = (problems: readonly GateProblem[]) => readonly (Story | undefined)[];

/** Before the first release every story is new. */
const NOTHING_LIVE: Pick<MirrorIndex, 'stories'> = { stories: [] };

/** Only a story that differs from the live version can be at fault: the live version passed. */
function blamer(site: MirrorIndex, live: Pick<MirrorIndex, 'stories'> | undefined): Blame {
  const before = byUuid(live);
  const changed = site.stories.filter((story) => live && before.get(story.uuid)?.digest !== story.digest);
  const settings = changed.find(({ fullSlug }) => fullSlug === 'settings/global');
  const ownStory = ({ sentence, file }: GateProblem): Story | undefined => {
    const named = /story "(?:en\/)?([^"]+)"/.exec(sentence)?.[1];
    const own = storyOf(file, site);
    return changed.find((story) => story.fullSlug === named || story === own);
  };
  return (problems) => {
    const own = problems.map(ownStory);
    // A new broken link on unchanged pages comes from the header or footer, so on changed pages too.
    const everywhere = new Set(problems.filter((_, at) => !own[at]).map(({ leadsTo }) => leadsTo));
    return problems.map(({ leadsTo }, at) => (leadsTo !== undefined && everywhere.has(leadsTo) ? settings : own[at]));
  };
}

function isLeftOut({ leadsTo = '' }: GateProblem, { leftOut = [] }: MirrorIndex): boolean {
  return leftOut.includes(leadsTo.replace(/^\/(?:en(?:\/|$))?/, '').replace(/\/$/, ''));
}

/** The first release may have dead links, told then: a page unchanged since is not held up by them. */
function wasLive({ file }: GateProblem, site: MirrorIndex, live: MirrorIndex | undefined): boolean {
  const before = byUuid(live);
  const isUnchanged = (story: MirrorIndex['stories'][number]): boolean =>
    before.get(story.uuid)?.digest === story.digest;
  const shared = site.stories.filter(({ component }) => component !== 'page');
  const own = storyOf(file, site);
  return shared.every(isUnchanged) && (own === undefined || isUnchanged(own));
}

function toldLinks(links: readonly GateProblem[], site: MirrorIndex): HeldBack[] {
  const byStory = new Map<string, string[]>();
  for (const { file, sentence } of links) {
    const fullSlug = storyOf(file, site)?.fullSlug ?? 'settings/global';
    byStory.set(fullSlug, [...(byStory.get(fullSlug) ?? []), sentence]);
  }
  return [...byStory].map(([fullSlug, all]) => ({ fullSlug, sentences: all.slice(0, TOLD_SENTENCES) }));
}

/** The story of a page, or of a question's page below it; undefined for a page that is none. */
function storyOf(file: string | undefined, { stories }: MirrorIndex): MirrorIndex['stories'][number] | undefined {
  if (file === undefined) return undefined;
  const pages = new Map(stories.filter(({ component }) => component === 'page').map((story) => [story.slug, story]));
  return ownerOf(slugOf(`/${file}`.replace(/\/?(?:index)?\.html$/, '')), pages);
}

/** @throws when no story is at fault, with some of the problems */
function attribute(
  problems: readonly GateProblem[],
  blame: Blame,
  say: (problem: GateProblem, story: Story) => string = ({ sentence }) => sentence,
): Fault[] {
  const stories = blame(problems);
  const faults = problems.flatMap((problem, at) => {
    const story = stories[at];
    return story ? [{ story: { uuid: story.uuid, fullSlug: story.fullSlug }, sentence: say(problem, story) }] : [];
  });
  if (faults.length < problems.length) {
    const more = problems.length - TOLD_SENTENCES;
    const sentences = problems.slice(0, TOLD_SENTENCES).map(({ sentence }) => sentence);
    throw new Error([...sentences, ...(more > 0 ? [`and ${more} more like these`] : [])].join('\n'));
  }
  return faults;
}

interface Build {
  readonly manifest: SiteManifest;
  readonly faults: readonly Fault[];
  readonly isWhole: boolean;
}

/** Which code the cache of Astro's incremental build is of. */
const BUILT_CODE_FILE = 'cache/built-code';

/**
 * One `astro build`. It renders every page anew unless the last build succeeded with the same code: then Astro takes
 * the pages whose `cacheKey` is unchanged from its cache. What a build that failed or was killed has written there is
 * trusted no more.
 */
async function build(
  env: PublishEnvironment,
  {
    run,
    astro,
    blame,
    codeKey,
    force,
  }: Pick<RoundOrder, 'run' | 'astro' | 'codeKey' | 'force'> & { readonly blame: Blame },
): Promise<Build> {
  const { repoDir, dataDir, buildVariables: variables } = env;
  const builtCode = join(dataDir, BUILT_CODE_FILE);
  const isWhole = force || (await readFile(builtCode, 'utf8').catch(() => '')) !== codeKey;
  await rm(builtCode, { force: true });
  const codeDir = codeDirOf(env);
  const built = await astro({ repoDir, codeDir, dataDir, isWhole, variables, signal: run.signal });
  run.signal.throwIfAborted();
  if (built.kind === 'failed') {
    return { manifest: NOTHING_BUILT, faults: attribute([{ sentence: built.reason }], blame), isWhole };
  }
  await writeAtomically(builtCode, codeKey);
  return { manifest: await readSite(join(dataDir, 'dist')), faults: [], isWhole };
}

const NOTHING_BUILT: SiteManifest = { files: new Map(), pages: new Map() };

/** A build has the build lock: nothing else uses the folder. */
export function codeDirOf({ dataDir }: Pick<PublishEnvironment, 'dataDir'>): string {
  return join(dataDir, 'code');
}

function detailOf({ isWhole, manifest }: Build): string {
  return `${isWhole ? 'whole site, ' : ''}${manifest.pages.size} pages`;
}
