import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { maskText } from '#server/kit/mask-text.ts';
import type { SecurityNote } from '#server/kit/security-event.ts';
import type { Publisher, PublishProgress, PublishResult } from './publisher.ts';
import { currentRelease, releaseNames } from './release.ts';
import { type Pause, readPause, resumePublishing, rollBack } from './release-control.ts';

/** One line of the answer to `POST /operator/publish`. */
export type PublishLine =
  | ({ readonly line: 'progress' } & PublishProgress)
  | ({ readonly line: 'snapshot' } & Snapshot)
  | ({ readonly line: 'result' } & PublishResult);

/** Outcome of a publish of the embedded content service's drafts. */
export interface Snapshot {
  readonly changed: readonly string[];
  /** Files that were left out, a sentence each: what visitors see of them is what was published before. */
  readonly problems: readonly string[];
}

/** The answer to `GET /operator/releases`. */
export interface ReleaseList {
  /** Oldest first. */
  readonly releases: readonly string[];
  readonly current: string | null;
  readonly pause: Pause | null;
}

/** The releases to which an operator can roll back. */
export async function listReleases(releasesDir: string): Promise<ReleaseList> {
  return {
    releases: await releaseNames(releasesDir),
    current: (await currentRelease(releasesDir)) ?? null,
    pause: (await readPause(releasesDir)) ?? null,
  };
}

/** `Authorization: Bearer <token>` of `run.json`, compared in constant time. */
function isOperator(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header?.replace(/^Bearer /, '') ?? '');
  const expected = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * The API of `npm run publish` and `npm run release`. Publishing streams JSON lines, so that the operator sees each
 * step.
 * @param options.snapshot publishes the drafts of the embedded content service; undefined with a real Storyblok
 */
export function operatorRoutes(options: {
  readonly token: string;
  readonly publisher: Publisher;
  readonly releasesDir: string;
  readonly snapshot?: () => Promise<Snapshot>;
  /** For security events; none without one. */
  readonly note?: SecurityNote;
}): Hono {
  const { publisher, releasesDir, note = () => undefined } = options;
  const app = new Hono();
  app.use('/operator/*', async (c, next) => {
    const what = `${c.req.method} ${maskText(c.req.path)}`;
    if (isOperator(c.req.header('authorization'), options.token)) {
      await next();
      return note(c, { kind: 'staff-act', what, outcome: c.res.ok ? 'ok' : 'refused', factor: 'token' });
    }
    note(c, { kind: 'access-refused', what, outcome: 'refused', factor: 'token' });
    return c.json({ error: { code: 'unauthorized', message: 'operator token needed' } }, 401);
  });
  app.post('/operator/publish', (c) => {
    const force = c.req.query('force') === '1';
    const allowFewerPages = c.req.query('fewer-pages') === '1';
    c.header('Content-Type', 'application/x-ndjson');
    return stream(c, async (out) => {
      // Written in order, whichever finishes first.
      let writing: Promise<unknown> = Promise.resolve();
      const write = (line: PublishLine): void => {
        writing = writing.then(() => out.write(`${JSON.stringify(line)}\n`));
      };
      if (options.snapshot) write({ line: 'snapshot', ...(await options.snapshot()) });
      const onProgress = (progress: PublishProgress): void => write({ line: 'progress', ...progress });
      write({ line: 'result', ...(await publisher.publish({ force, allowFewerPages, onProgress })) });
      await writing;
    });
  });
  // Does what an editor's Publish does elsewhere: publishes the content, and a webhook reports it.
  app.post('/operator/snapshot', async (c) => {
    if (!options.snapshot)
      return c.json({ error: { code: 'not_found', message: 'content is published elsewhere' } }, 404);
    const snapshot = await options.snapshot();
    publisher.hint('webhook');
    return c.json(snapshot);
  });
  app.get('/operator/releases', async (c) => c.json(await listReleases(releasesDir)));
  app.post('/operator/rollback', async (c) => {
    const outcome = await rollBack(releasesDir, new Date(), c.req.query('to'));
    return c.json(outcome, outcome.kind === 'refused' ? 409 : 200);
  });
  app.post('/operator/resume', async (c) => {
    const resumed = await resumePublishing(releasesDir);
    // Publishes what was held up during the pause.
    if (resumed) publisher.hint('poll');
    return c.json({ resumed });
  });
  return app;
}
