import { join } from 'node:path';
import { LIVE_INDEX_FILE, type MirrorIndex, tryReadIndex } from '#storyblok/mirror.ts';
import { oncePerPlace } from '#storyblok/story-fault.ts';
import { writeSiteIndex } from '../sync/site-index.ts';
import type { BrokenStory } from '../sync/validate-mirror.ts';
import { type Blame, createBlame, TOLD_FAULTS } from './blame.ts';
import { openBlamedStories } from './blamed-stories.ts';
import type { Faulty } from './check-content.ts';
import { findMovedPages, type Moves } from './find-moved-pages.ts';
import { firstReleaseRules } from './first-release.ts';
import { type GateProblem, type GateReport, inspectSite } from './gate.ts';
import { keepLinkedPages, keptBefore, stillLinked } from './keep-linked-pages.ts';
import type { PublishEnvironment, Steps } from './publish-environment.ts';
import type { HeldBack } from './publisher.ts';
import type { ReleaseInfo } from './release.ts';
import { laterReleaseRules, type ReleaseRules } from './release-rules.ts';
import { type Build, type BuildOrder, runBuild } from './run-build.ts';
import type { SiteManifest } from './site-manifest.ts';

/** Each round holds back the stories at fault; if mistakes remain after this many rounds, the run fails. */
const MOST_ROUNDS = 4;

/** A build that passed the gate. */
export interface BuiltSite {
  readonly manifest: SiteManifest;
  readonly report: GateReport;
  /** The content that it was built from. */
  readonly site: MirrorIndex;
  readonly movedPages: Moves['movedPages'];
  readonly heldBack: readonly HeldBack[];
}

export interface SiteOrder extends Faulty, Omit<BuildOrder, 'force'> {
  readonly steps: Steps;
  /** The release that visitors see; undefined before the first. */
  readonly live: ReleaseInfo | undefined;
}

/**
 * Builds and inspects until the gate passes: a story whose page cannot be rendered or fails the gate is held back, and
 * the others are published.
 * @throws when no story is at fault, or when the one at fault is required by every site
 */
export async function buildGoodSite(env: PublishEnvironment, order: SiteOrder): Promise<BuiltSite> {
  const { steps, codeKey, run } = order;
  const mirrorDir = join(env.dataDir, 'mirror');
  const liveIndex = tryReadIndex(join(mirrorDir, LIVE_INDEX_FILE));
  const later = () => laterReleaseRules(liveIndex, order.live?.codeKey === codeKey);
  const rules = order.live ? later() : firstReleaseRules(mirrorDir);
  const blamed = openBlamedStories(mirrorDir, codeKey);
  const held = holdBack(new Map(), [...order.broken, ...(run.force ? [] : blamed.again)]);
  const kept = new Map([...keptBefore(mirrorDir, liveIndex), ...order.kept].map((story) => [story.fullSlug, story]));
  await rules.replace([...held.values()]);

  for (let round = 1; ; round += 1) {
    const slugs = { heldBack: new Set(held.keys()), kept: new Set(kept.keys()), trimmed: rules.trimmed };
    const site = await writeSiteIndex(mirrorDir, slugs);
    const isLast = round === MOST_ROUNDS;
    const blame = createBlame(mirrorDir, site, isLast ? undefined : rules.before);
    // Further rounds do not force again: everything forced is built already.
    const built = await steps('build', () => build(env, order, { blame, force: run.force && round === 1 }), detailOf);
    const about = { site, rules, blame, live: isLast ? undefined : liveIndex };
    const { manifest } = built;
    const found = manifest ? await steps('gate', () => inspect(env, order, { ...about, manifest }), pagesOf) : built;
    if (found.kind === 'good') {
      const { report, links, linked, moves } = found;
      const of = { ...site, formerAddresses: moves.formerAddresses };
      const heldBack = [...held.values(), ...new Map([...kept, ...linked]).values(), ...links];
      return { manifest: found.manifest, report, site: of, movedPages: moves.movedPages, heldBack };
    }
    for (const story of found.keep) kept.set(story.fullSlug, story);
    for (const fullSlug of found.free) kept.delete(fullSlug);
    await rules.replace(found.blamed);
    holdBack(held, found.blamed);
    await blamed.remember(found.blamed.map((story) => held.get(story.uuid) ?? story));
  }
}

type Held = Map<string, BrokenStory>;

/** Adds stories to those that are held back, each with all that is wrong with it. */
function holdBack(held: Held, stories: readonly BrokenStory[]): Held {
  for (const { faults, ...story } of stories) {
    const all = oncePerPlace([...(held.get(story.uuid)?.faults ?? []), ...faults]);
    held.set(story.uuid, { ...story, faults: all.slice(0, TOLD_FAULTS) });
  }
  return held;
}

/** Mistakes that keep a site from going live, and how the next round differs. */
interface Faults {
  readonly kind: 'faulty';
  readonly blamed: readonly BrokenStory[];
  /** Unpublished stories that are still linked to. */
  readonly keep: readonly HeldBack[];
  /** Full slugs of unpublished stories that nothing links to any more. */
  readonly free: readonly string[];
}

type Round = { readonly blame: Blame; readonly force: boolean };

async function build(
  env: PublishEnvironment,
  order: SiteOrder,
  { blame, force }: Round,
): Promise<Faults & Pick<Build, 'isWhole'> & { readonly manifest: SiteManifest | undefined }> {
  const built = await runBuild(env, { ...order, force });
  const [manifest, blamed] = built.kind === 'built' ? [built.manifest, []] : [undefined, blame([built.fault])];
  return { kind: 'faulty', blamed, keep: [], free: [], manifest, isWhole: built.isWhole };
}

function detailOf({ isWhole, manifest }: Awaited<ReturnType<typeof build>>): string {
  return `${isWhole ? 'whole site, ' : ''}${manifest ? `${manifest.pages.size} pages` : 'a page could not be rendered'}`;
}

interface Inspected {
  readonly site: MirrorIndex;
  readonly manifest: SiteManifest;
  readonly rules: ReleaseRules;
  readonly blame: Blame;
  readonly live: MirrorIndex | undefined;
}

interface Good {
  readonly kind: 'good';
  readonly manifest: SiteManifest;
  /** Stories with links to nowhere that go live all the same. */
  readonly links: readonly HeldBack[];
  /** Unpublished stories that are still linked to, by full slug. */
  readonly linked: ReadonlyMap<string, HeldBack>;
  readonly moves: Moves;
}

async function inspect(
  env: PublishEnvironment,
  { run, live: release, kept: needed }: SiteOrder,
  { site, manifest, rules, blame, live }: Inspected,
): Promise<(Good | Faults) & { readonly report: GateReport }> {
  const moves = findMovedPages(manifest, site, { days: env.redirectDays, nowMs: Date.now() });
  const { allowFewerPages } = run;
  const report = inspectSite(manifest, { livePages: release?.pages, allowFewerPages, movedPages: moves.movedPages });
  const { kept: keep, rest } = keepLinkedPages(report.problems, site, live);
  const dead = new Set(rest.filter((problem) => problem.leadsTo !== undefined && rules.mayLeadNowhere(problem, site)));
  // Pages that are gone may be back in the next round.
  const isAsked = ({ fault }: GateProblem): boolean => fault.code !== 'pages_lost' || keep.length === 0;
  const blamed = blame(rest.filter((problem) => !dead.has(problem) && isAsked(problem)));
  const { linked, free } = stillLinked(site, manifest, needed);
  if (blamed.length + keep.length + free.length > 0) return { kind: 'faulty', blamed, keep, free, report };
  return { kind: 'good', manifest, links: rules.toldOf([...dead], site), linked, moves, report };
}

function pagesOf({ report }: { readonly report: GateReport }): string {
  return `${report.pages} pages`;
}
