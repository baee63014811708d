import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeAtomically } from '#server/kit/write-file.ts';
import { runAstro } from '../publisher/astro-build.ts';

/** Renders one request with the built page; `locals` holds the draft. */
export type Render = (request: Request, locals: object) => Promise<Response>;

export interface PreviewBuild {
  readonly repoDir: string;
  readonly dataDir: string;
  readonly siteUrl: string;
  /** Whether Storyblok's editor frames the page, which then loads its bridge. */
  readonly isStoryblok: boolean;
  /** Changes with the code; the page is then built again. */
  readonly codeKey: string;
}

const PREVIEW = 'src/server/publishing/preview';

/** The built page; builds it first if the code is new. @throws Error with the reason */
export async function loadPreview(build: PreviewBuild): Promise<Render> {
  const outDir = join(build.dataDir, 'preview');
  const mark = join(outDir, `built-${build.codeKey}`);
  const isBuilt = await access(mark).then(
    () => true,
    () => false,
  );
  if (!isBuilt) {
    await rm(outDir, { recursive: true, force: true });
    const { repoDir, dataDir, siteUrl, isStoryblok } = build;
    const built = await runAstro({
      repoDir,
      // A copy of its own: the public build may be using its.
      codeDir: join(dataDir, 'preview-code'),
      dataDir,
      isWhole: false,
      variables: { SITE_URL: siteUrl, HAS_EDITOR: isStoryblok ? 'yes' : 'no' },
      signal: new AbortController().signal,
      config: { folder: PREVIEW, file: `${PREVIEW}/astro.config.mjs` },
    });
    if (built.kind === 'failed') throw new Error(`The preview could not be built:\n${built.reason}`);
    await writeAtomically(mark, '');
  }
  const entry = pathToFileURL(join(outDir, 'server/entry.mjs')).href;
  return ((await import(entry)) as { readonly render: Render }).render;
}
