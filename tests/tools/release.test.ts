import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listen, ownUrl } from '#server/kit/listen.ts';
import { writeRunFile } from '#server/kit/run-file.ts';
import { readPause, rollBack } from '#server/publishing/publisher/release-control.ts';
import { openContentService } from '#server/publishing/sandbox/content-service/content-service.ts';
import type { Published } from '#server/publishing/sandbox/content-service/published-state.ts';
import { textDatasources } from '#server/publishing/text-datasources.ts';
import { runTool } from '#tests/support/browser/product.ts';
import { scratchDir } from '#tests/support/browser/site.ts';
import { releaseCommand } from '#tools/release.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await scratchDir();
});

/** A command in a process of its own, as an operator starts it. */
function ofProcess(...words: string[]): ReturnType<typeof runTool> {
  return runTool('release.ts', words, { DATA_DIR: dataDir, PORT: '0' });
}

/** A command within this process, which a start of its own would cost more than it does. */
async function release(...words: string[]): Promise<{ readonly code: number; readonly output: string }> {
  const said: string[] = [];
  const say = (line: string): void => void said.push(`${line}\n`);
  const spies = (['log', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(say));
  try {
    const code = await releaseCommand(words, { DATA_DIR: dataDir });
    return { code, output: said.join('') };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** A process that runs and answers everything so. */
async function running(answer: () => Response): Promise<void> {
  const server = await listen({ fetch: answer }, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  const url = ownUrl({ host: '127.0.0.1', port: server.port });
  writeRunFile(dataDir, { pid: process.pid, url, operatorToken: 'of an earlier process' });
}

/** Two releases with nothing in them but a home page and what they say of themselves; the older one is live again. */
async function rolledBack(): Promise<string> {
  const releasesDir = join(dataDir, 'releases');
  for (const [at, name] of ['000001-1-abc', '000002-2-abc'].entries()) {
    await mkdir(join(releasesDir, name), { recursive: true });
    const info = { release: name, contentVersion: at + 1, builtAt: '', pages: 1, maintenance: false };
    await writeFile(join(releasesDir, name, 'release.json'), JSON.stringify(info));
    await writeFile(join(releasesDir, name, 'index.html'), 'home');
  }
  await symlink('000002-2-abc', join(releasesDir, 'current'));
  await rollBack(releasesDir, new Date());
  return releasesDir;
}

describe('a command that the running process does not obey', () => {
  test.each(['list', 'publish', 'rollback', 'resume'])('%s says so and has not been done', async (command) => {
    await running(() => Response.json({ error: { code: 'unauthorized' } }, { status: 401 }));
    const { code, output } = await release(command);
    expect(output).toBe('The running process answered 401.\n');
    expect(code).toBe(1);
  });

  test('a publish that breaks off is not known to be live', async () => {
    await running(() => new Response('{"line":"progress","step":"sync","seconds":1,"detail":"1 changed"}\n'));
    const { code, output } = await release('publish');
    expect(output).toContain('broke off');
    expect(code).toBe(1);
  });
});

describe('when nothing runs', () => {
  test('publish publishes saved drafts too, and says when it is paused', async () => {
    await rolledBack();
    const stateDir = join(dataDir, 'content');
    const seedDir = 'src/server/publishing/sandbox/content-service/seed';
    const tokens = { publicToken: 'public', previewToken: 'preview' };
    const { editing } = await openContentService({
      seedDir,
      stateDir,
      datasources: async () => textDatasources(),
      ...tokens,
    });
    const { stories } = await editing.list();
    const { uuid, content } = stories.find(({ draft }) => draft.full_slug === 'cookies')?.draft ?? expect.fail();
    await editing.save(uuid, { ...content, seo_title: 'Galletas' });

    const { code, output } = await ofProcess('publish');
    expect(output).toContain('Not published: publishing is paused, and 000001-1-abc is live.');
    expect(code).toBe(1);
    const published = JSON.parse(await readFile(join(stateDir, 'published.json'), 'utf8')) as Published;
    expect(published.stories.find((story) => story.uuid === uuid)?.content['seo_title']).toBe('Galletas');
    expect(published.held).toEqual({});
  }, 120_000);

  test('a rollback that is repeated changes nothing, and says how to go further back', async () => {
    const releasesDir = await rolledBack();
    const { code, output } = await release('rollback');
    expect(output).toMatch(
      /^Already rolled back on \S+Z: live is 000001-1-abc \(before: 000002-2-abc\)\. Nothing has changed; publishing is paused\.\nThere is no older release\.\n/,
    );
    expect(code).toBe(0);
    await mkdir(join(releasesDir, '000000-0-abc'));
    expect((await release('rollback')).output).toContain('Further back: npm run release -- rollback 000000-0-abc\n');
    expect((await release('list')).output).toContain('* 000001-1-abc\n');
  });

  test('resume ends the pause, and does not promise what nobody does', async () => {
    const releasesDir = await rolledBack();
    const { code, output } = await release('resume');
    expect(output).toBe('Publishing goes on with the next start, or with: npm run publish\n');
    expect(code).toBe(0);
    expect(await readPause(releasesDir)).toBeUndefined();
    expect(await release('resume')).toEqual({ code: 0, output: 'Publishing was not paused.\n' });
  });

  test('resume on a machine without a site says that there is none', async () => {
    expect(await release('resume')).toEqual({
      code: 1,
      output: 'There is no release yet: make one with npm start.\n',
    });
  });
});
