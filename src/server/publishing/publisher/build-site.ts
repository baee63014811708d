import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { INDEX_FILE, LIVE_INDEX_FILE, type MirrorIndex, tryReadIndex } from '#storyblok/mirror.ts';
import { byUuid, writeSiteIndex } from '#storyblok/site-index.ts';
import { writeTrimmedStory } from '#storyblok/trim-story.ts';
import { type BrokenStory, REQUIRED_STORIES } from '#storyblok/validate-mirror.ts';
import { type AstroBuild, type AstroProcess, startAstro } from './astro-build.ts';
import type { Faulty } from './check-content.ts';
import { findMovedPages, type Moves, NO_MOVES } from './find-moved-pages.ts';
import { type GateProblem, type GateReport, inspectSite } from './gate.ts';
import { keepLinkedPages } from './keep-linked-pages.ts';
import { linkingFieldNamer } from './name-linking-field.ts';
import { canRenderPages, isRendererKept, type PageRenderer, type RenderOrder } from './page-renderer.ts';
import type { PublishEnvironment, Steps } from './publish-environment.ts';
import type { HeldBack, PublishRun } from './publisher.ts';
import type { ReleaseInfo } from './release.ts';
import { readManifest, readSite, type SiteManifest } from './site-manifest.ts';

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
  readonly rendered: number;
  readonly removed: number;
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
  let { rendered, removed } = { rendered: 0, removed: 0 };
  for (let round = 1; ; round += 1) {
    if (isFirst) await trimStories(mirrorDir, blamed, trimmed);
    const choice = { heldBack: new Set(heldBack.keys()), kept: new Set(kept.keys()) };
    const site = await writeSiteIndex(mirrorDir, isFirst ? { ...choice, trimmed } : choice);
    const isLast = round === MOST_ROUNDS;
    const order = { ...to, ...onlyAtFirst(to, round), site, live: isLast ? undefined : live, isFirst, isLast };
    const { built, report, faults, keep, deadLinks, moves } = await buildAndInspect(env, order, to.live);
    rendered += built.rendered;
    removed += built.removed;
    if (report && faults.length === 0 && keep.length === 0) {
      const held = [...heldBack.values(), ...kept.values(), ...deadLinks];
      const { formerAddresses, movedPages } = moves;
      const of = { ...site, formerAddresses };
      return { manifest: built.manifest, report, site: of, movedPages, heldBack: held, rendered, removed };
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

/** Further rounds need no new Astro process, and what was forced is already built. */
function onlyAtFirst({ astro, run }: SiteOrder, round: number): Pick<BuildOrder, 'astro' | 'force'> {
  return round === 1 ? { astro, force: run.force } : { astro: undefined, force: false };
}

interface SiteOrder extends Faulty {
  readonly renderer: PageRenderer;
  readonly astro: AstroProcess | undefined;
  readonly run: PublishRun;
  readonly steps: Steps;
  readonly codeKey: string;
  readonly live: ReleaseInfo | undefined;
}

/** One round. @param order.live the release with fallback versions; undefined in the last round */
async function buildAndInspect(
  env: PublishEnvironment,
  order: Omit<SiteOrder, 'live'> & {
    readonly site: MirrorIndex;
    readonly live: MirrorIndex | undefined;
    readonly force: boolean;
    /** There is no release yet: every story may be at fault. */
    readonly isFirst: boolean;
    /** From this round on no story is held back for a fault. */
    readonly isLast: boolean;
  },
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
    const slug = file?.replace(/^en\//, '').replace(/\/?index\.html$/, '');
    return changed.find(
      (story) => story.fullSlug === named || (file !== undefined && story.component === 'page' && story.slug === slug),
    );
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

/**
 * The first release may have links to pages that are not there. They were told then; a page that has not changed since,
 * nor the settings, is not held up by them.
 */
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

/** The story of a page; undefined for a page that is none. */
function storyOf(file: string | undefined, { stories }: MirrorIndex): MirrorIndex['stories'][number] | undefined {
  const slug = file
    ?.replace(/^en\//, '')
    .replace(/\/?index\.html$/, '')
    .replace(/\.html$/, '');
  return stories.find((story) => story.component === 'page' && story.slug === slug);
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
  readonly rendered: number;
  readonly removed: number;
  readonly whole: boolean;
}

interface BuildOrder {
  readonly renderer: PageRenderer;
  /** Started during the sync, when the code has changed. */
  readonly astro: AstroProcess | undefined;
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

/**
 * Renders what changed with the bundle of the last whole build. Undefined when that failed: then everything is built.
 */
async function renderChanged(env: PublishEnvironment, order: BuildOrder): Promise<Build | undefined> {
  const built = await renderKept(env, order, 'render');
  if ('failed' in built) env.log(`single pages could not be rendered, so all are built: ${built.failed}`);
  return 'failed' in built ? undefined : { ...built, whole: false };
}

/** Astro bundles the code, then the bundle renders all pages on every processor; it is kept for later edits. */
async function buildWhole(env: PublishEnvironment, order: BuildOrder): Promise<Build> {
  const astro = order.astro ?? startBundling(env, order.codeKey);
  const bundled = await runAstro(env, { ...order, astro });
  if (bundled) return bundled;
  const isKept = await isRendererKept(env.dataDir, order.codeKey);
  const built = isKept ? await renderKept(env, order, 'render-all') : { failed: 'its bundle was not kept' };
  if (!('failed' in built)) return { ...built, whole: true };
  env.log(`Astro renders the pages itself: ${built.failed}`);
  const whole = startAstro({ ...env, codeDir: codeDirOf(env), variables: env.buildVariables });
  return (await runAstro(env, { ...order, astro: whole })) ?? readBuilt(env);
}

/** `astro build` with a `CODE_KEY` only builds the renderer (.config/keep-renderer.mjs). */
export function startBundling(env: PublishEnvironment, codeKey: string): AstroProcess {
  return startAstro({ ...env, codeDir: codeDirOf(env), variables: { ...env.buildVariables, CODE_KEY: codeKey } });
}

/** A build has the build lock: nothing else uses the folder. */
export function codeDirOf({ dataDir }: Pick<PublishEnvironment, 'dataDir'>): string {
  return join(dataDir, 'code');
}

/** Why Astro failed; undefined when it succeeded. */
async function runAstro(
  env: PublishEnvironment,
  { run, blame, astro }: BuildOrder & { readonly astro: AstroProcess },
): Promise<Build | undefined> {
  const built = await buildAfresh(env, astro, run.signal).finally(() => astro.stop());
  run.signal.throwIfAborted();
  if (built.kind === 'built') return undefined;
  const faults = attribute([{ sentence: built.reason }], blame);
  return {
    manifest: { codeKey: '', files: new Map(), pages: new Map() },
    faults,
    rendered: 0,
    removed: 0,
    whole: true,
  };
}

async function buildAfresh(env: PublishEnvironment, astro: AstroProcess, signal: AbortSignal): Promise<AstroBuild> {
  const { dataDir } = env;
  // Removed first: while the site is rebuilt, the old manifest must not describe it.
  await rm(manifestPath(dataDir), { force: true });
  await rm(join(dataDir, 'rendering.json'), { force: true });
  const cleared = await clearAside(env, join(dataDir, 'dist'));
  const built = await astro.build(signal);
  await cleared.done;
  return built;
}

/** Moves the old site aside and deletes it during bundling: Astro would first delete thousands of pages itself. */
async function clearAside(
  { log }: Pick<PublishEnvironment, 'log'>,
  folder: string,
): Promise<{ readonly done: Promise<void> }> {
  const aside = `${folder}.gone`;
  // Left behind by a killed run.
  await rm(aside, { recursive: true, force: true });
  await rename(folder, aside).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  const done = rm(aside, { recursive: true, force: true }).catch((error: Error) => {
    log(`the old site could not be removed: ${error.message}`);
  });
  return { done };
}

async function readBuilt({ dataDir }: PublishEnvironment): Promise<Build> {
  const manifest = await readSite(join(dataDir, 'dist'), { codeKey: '' });
  return { manifest, faults: [], rendered: manifest.pages.size, removed: 0, whole: true };
}

async function renderKept(
  { dataDir }: PublishEnvironment,
  { run, renderer, blame }: BuildOrder,
  what: RenderOrder,
): Promise<Omit<Build, 'whole'> | { readonly failed: string }> {
  const answer = await renderer.run(what, run.signal);
  run.signal.throwIfAborted();
  if (answer.kind === 'failed') return { failed: answer.reason };
  const manifest = readManifest(manifestPath(dataDir));
  if (!manifest) return { failed: 'no manifest' };
  const { rendered, removed } = answer;
  const problems = answer.failures.map(({ file, reason }) => ({ file, sentence: `page /${file}: ${reason}` }));
  return { manifest, faults: attribute(problems, blame), rendered, removed };
}

function manifestPath(dataDir: string): string {
  return join(dataDir, 'site.json');
}

function detailOf({ rendered, removed, whole, manifest }: Build): string {
  const gone = removed > 0 ? `, ${removed} removed` : '';
  return whole ? `whole site, ${manifest.pages.size} pages` : `${rendered} of ${manifest.pages.size} pages${gone}`;
}
