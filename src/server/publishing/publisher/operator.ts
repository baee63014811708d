import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import type { Publisher, PublishProgress, PublishResult } from './publisher.ts';
import { currentRelease, releaseNames } from './release.ts';

/** One line of the answer to `POST /operator/publish`. */
export type PublishLine =
  | ({ readonly line: 'progress' } & PublishProgress)
  | { readonly line: 'snapshot'; readonly changed: readonly string[] }
  | ({ readonly line: 'result' } & PublishResult);

/** `Authorization: Bearer <token>` of `run.json`, compared in constant time. */
function isOperator(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header?.replace(/^Bearer /, '') ?? '');
  const expected = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * What `npm run publish` and `npm run release` talk to. Publishing answers in lines of JSON while it works, so that the
 * person who pressed the key sees each step.
 * @param options.snapshot publishes the drafts of the embedded content service; absent with a real Storyblok
 */
export function operatorRoutes(options: {
  readonly token: string;
  readonly publisher: Publisher;
  readonly releasesDir: string;
  readonly snapshot?: () => Promise<readonly string[]>;
}): Hono {
  const app = new Hono();
  app.use('/operator/*', async (c, next) => {
    if (isOperator(c.req.header('authorization'), options.token)) return next();
    return c.json({ error: { code: 'unauthorized', message: 'operator token needed' } }, 401);
  });
  app.post('/operator/publish', (c) => {
    const force = c.req.query('force') === '1';
    c.header('Content-Type', 'application/x-ndjson');
    return stream(c, async (out) => {
      // Written in order whatever finishes first.
      let writing: Promise<unknown> = Promise.resolve();
      const write = (line: PublishLine): void => {
        writing = writing.then(() => out.write(`${JSON.stringify(line)}\n`));
      };
      if (options.snapshot) write({ line: 'snapshot', changed: await options.snapshot() });
      const onProgress = (progress: PublishProgress): void => write({ line: 'progress', ...progress });
      write({ line: 'result', ...(await options.publisher.publish({ force, onProgress })) });
      await writing;
    });
  });
  app.get('/operator/releases', async (c) =>
    c.json({
      releases: await releaseNames(options.releasesDir),
      current: (await currentRelease(options.releasesDir)) ?? null,
    }),
  );
  return app;
}
