import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { firstPaint } from './first-paint.mjs';
import { preloader } from './preload-islands.mjs';
import { trimPolicy } from './trim-policy.mjs';

/**
 * Finishes every page as Astro renders it, so that its cache has finished pages: what an incremental build takes from
 * there is not read or written again, because among 5,000 stories that is all but a few pages.
 */
export function finishPages() {
  let outDir;
  return {
    name: 'finish-pages',
    hooks: {
      'astro:config:setup': async ({ updateConfig }) => {
        // Astro renders every page anew when a part of its config is another one, and does not look at code beside it.
        updateConfig({ vite: { define: { __BUILD_CODE__: JSON.stringify(await buildCode()) } } });
      },
      'astro:config:done': ({ config }) => {
        outDir = fileURLToPath(config.outDir);
      },
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer((renderer) => finishing(renderer, () => preloader(outDir)));
      },
    },
  };
}

/** Digest of the code that finishes pages and names their scripts. */
async function buildCode() {
  const hash = createHash('sha256');
  const names = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.mjs')).sort();
  for (const name of names) hash.update(await readFile(`${import.meta.dirname}/${name}`));
  return hash.digest('hex');
}

/** @param openPreloader must be called once the scripts are bundled, which Astro does before it renders a page */
function finishing(renderer, openPreloader) {
  let preload;
  return {
    ...renderer,
    render: async (request, options) => {
      const rendered = await renderer.render(request, options);
      const response = rendered instanceof Response ? rendered : rendered.response;
      if (!response.body || !response.headers.get('content-type')?.startsWith('text/html')) return rendered;
      preload ??= openPreloader();
      const html = trimPolicy(firstPaint(await (await preload)(await response.text())));
      const finished = new Response(html, response);
      return rendered instanceof Response ? finished : { ...rendered, response: finished };
    },
  };
}
