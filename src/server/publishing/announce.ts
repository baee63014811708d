import { LANGUAGE_NAMES, LOCALES, localePath } from '#i18n/locale.ts';
import type { PublishProgress, PublishResult } from '#server/publishing/publisher/publisher.ts';
import { faultSentence } from '#storyblok/story-fault.ts';

/** Messages to the person at the terminal. */
export interface Announce {
  readonly progress: (progress: PublishProgress) => void;
  readonly result: (result: PublishResult) => void;
  readonly problem: (sentence: string) => void;
  readonly ready: (facts: {
    readonly port: number;
    readonly dataDir: string;
    readonly embedded: boolean;
    /** A one-time link that signs in as the sandbox's client. */
    readonly demoLink: string | undefined;
    /** A one-time path that signs in as an editor. */
    readonly editorPath: string | undefined;
    /** A path that signs in as a colleague of the sandbox. */
    readonly deskPath?: string | undefined;
  }) => void;
}

/** Prints to the terminal: progress and results on standard output, problems on standard error. */
export function announcer(print: (line: string) => void = console.log, warn = console.error): Announce {
  let lastRelease = '';
  let lastReason = '';
  return {
    progress: (progress) => print(progressLine(progress)),
    result: (result) => {
      if (result.kind === 'failed') {
        // The poll repeats the same failure every minute; it is printed once.
        if (result.reason !== lastReason) warn(failureText(result));
        lastReason = result.reason;
        return;
      }
      lastReason = '';
      // Another publisher is building, or publishing is paused: already reported to the caller.
      if (result.kind === 'elsewhere' || result.kind === 'paused') return;
      // A poll without changes prints nothing.
      if (result.release.release === lastRelease) return;
      lastRelease = result.release.release;
      print(resultLine(result));
    },
    problem: (sentence) => warn(`! ${sentence}`),
    ready: ({ port, dataDir, embedded, demoLink, editorPath, deskPath }) => {
      const url = `http://localhost:${port}`;
      const lines: readonly (readonly [string, string])[] = [
        ...LOCALES.map((locale) => [`Site, ${LANGUAGE_NAMES[locale]}`, `${url}${localePath(locale, '')}`] as const),
        ...(demoLink ? ([['Demo client', demoLink]] as const) : []),
        ...(deskPath ? ([['Desk of the lender', `${url}${deskPath}`]] as const) : []),
        ...(editorPath ? ([['Editor', `${url}${editorPath}`]] as const) : []),
        ['API', `${url}/api/docs`],
        ['Health', `${url}/healthz`],
        ['Data', dataDir],
        ...(embedded
          ? ([
              [
                'Publish an edit',
                'change a story in src/server/publishing/sandbox/content-service/seed/, then npm run publish',
              ],
            ] as const)
          : []),
      ];
      print(
        `\nMañay is running. Ctrl-C stops it.\n${lines.map(([name, what]) => `  ${name.padEnd(16)} ${what}`).join('\n')}\n`,
      );
    },
  };
}

/** `  build       3.1 s  astro build` */
export function progressLine({ step, seconds, detail }: PublishProgress): string {
  return `  ${step.padEnd(8)}${seconds.toFixed(1).padStart(6)} s  ${detail}`;
}

/** A file of a story that was not published. */
export function leftOutText(problem: string): string {
  return `Not published, visitors see it as it was: ${problem}`;
}

/** Tells whether visitors see everything that is published. */
export function isAllLive(result: PublishResult): boolean {
  return result.kind === 'unchanged' || (result.kind === 'published' && result.heldBack.length === 0);
}

/** The result of a run that did not fail. */
export function resultLine(result: Exclude<PublishResult, { kind: 'failed' }>): string {
  if (result.kind === 'elsewhere')
    return 'Another publisher of this site is building: what it makes will be live here.';
  const { release } = result;
  if (result.kind === 'unchanged') return `Up to date: ${release.release} is live.`;
  if (result.kind === 'paused' && result.problem) {
    return `Not published: ${result.problem}, and ${release.release} is live. Go on with: npm run release -- resume`;
  }
  if (result.kind === 'paused') {
    return `Not published: publishing is paused, and ${release.release} is live. Go on with: npm run release -- resume`;
  }
  return [`Live: ${release.release} (${summaryOf(result)}).`, ...movedLines(result), ...heldBackLines(result)].join(
    '\n',
  );
}

/** `12 pages, 2 stories changed, 7.4 s`. */
function summaryOf(result: Extract<PublishResult, { kind: 'published' }>): string {
  const { release, changed, seconds } = result;
  const facts = [`${release.pages} pages`, `${changed.length} stories changed`, `${seconds.toFixed(1)} s`];
  return facts.join(', ');
}

/** Most former addresses that are named. */
const NAMED_ADDRESSES = 10;

function movedLines({ changed, movedPages }: Extract<PublishResult, { kind: 'published' }>): string[] {
  const lines = movedPages
    .filter(({ from }) => changed.some((fullSlug) => from === `/${fullSlug}/`))
    .map(({ from, to, until }) => `  ${from} leads to ${to} until ${until}`);
  const more = lines.length - NAMED_ADDRESSES;
  return more > 0 ? [...lines.slice(0, NAMED_ADDRESSES), `  and ${more} more former addresses`] : lines;
}

function heldBackLines({ heldBack }: Extract<PublishResult, { kind: 'published' }>): string[] {
  return heldBack.flatMap(({ fullSlug, faults }) => [
    `! "${fullSlug}" did not go live with the others as it is; visitors see its last good version, or what is good of it:`,
    ...faults.map((fault) => `  ${faultSentence(fault)}`),
  ]);
}

/** The failed step and its reason. */
export function failureText({ step, reason }: Extract<PublishResult, { kind: 'failed' }>): string {
  return `Not published: ${step} failed. Visitors keep the last release.\n${reason}`;
}
