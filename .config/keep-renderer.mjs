import { cp, mkdir, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Grows when what is kept changes its form. */
const FORMAT = 1;

/**
 * Keeps what renders the pages: Astro bundles the pages' code, renders every page with it and throws it away. Bundling
 * takes seconds and depends on the code alone, so the publisher keeps the bundle and renders with it all pages at once,
 * with every processor, and after an edit those that changed (src/server/publishing/publisher/render-pages.ts).
 * @param {{ dataDir: string, key: string | undefined }} options `key`: which code this is; then the build renders no
 * page. Without it nothing is kept, and Astro renders the whole site as it always does.
 */
export function keepRenderer({ dataDir, key }) {
  const folder = join(dataDir, 'renderer');
  let config;
  let pages;
  return {
    name: 'keep-renderer',
    hooks: {
      'astro:config:done': ({ config: resolved }) => {
        config = resolved;
      },
      'astro:build:setup': ({ pages: found }) => {
        // Filled in while the bundles are made; the styles of a page are in it.
        pages = found;
      },
      'astro:build:start': async ({ setPrerenderer }) => {
        await rm(folder, { recursive: true, force: true });
        const bundle = resolve(BUNDLE);
        // Left behind by a build that failed.
        await rm(bundle, { recursive: true, force: true });
        if (!key) return;
        setPrerenderer((standard) => ({
          ...standard,
          name: 'keep-renderer',
          setup: () => standard.setup(),
          getStaticPaths: async () => [],
          render: (request, options) => standard.render(request, options),
          teardown: async () => {
            await standard.teardown?.();
            const { scripts } = standard.app.getSettings();
            await keep({ dataDir, folder, bundle, config, pages, key, scripts });
          },
        }));
      },
    },
  };
}

/** Astro's own rule for an output that does not lie below the folder the build stands in (code-copy.ts). */
const BUNDLE = '.astro/.prerender';

async function keep({ dataDir, folder, bundle, config, pages, key, scripts }) {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await cp(bundle, join(unfinished, 'code'), { recursive: true });
  // The bundle imports packages by name.
  await symlink(await realpath(join(fileURLToPath(config.root), 'node_modules')), join(unfinished, 'node_modules'));
  const styles = [...pages].map(([page, { styles }]) => [page, styles]);
  const head = scripts.filter(({ stage }) => stage === 'head-inline');
  const needsMore = scripts.some(({ stage }) => stage === 'page');
  // The bundle finds the translations by their path: in another folder it would show this one's.
  const facts = { format: FORMAT, key, dataDir, site: config.site, styles, scripts: head, needsMore };
  await writeFile(join(unfinished, 'renderer.json'), JSON.stringify(facts));
  await rename(unfinished, folder);
}
