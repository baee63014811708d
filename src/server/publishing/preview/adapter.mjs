import { fileURLToPath } from 'node:url';

/**
 * A minimal adapter: the build's entry exports `render(request, locals)`, and our server does the rest. @astrojs/node
 * would bring a server and a file server that we already have (decision 84).
 */
export function previewAdapter() {
  return {
    name: 'preview',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
        injectRoute({
          pattern: '/[...path]',
          entrypoint: fileURLToPath(new URL('../../../layouts/preview/preview.astro', import.meta.url)),
          prerender: false,
        });
      },
      'astro:config:done': ({ setAdapter }) => {
        setAdapter({
          name: 'preview',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('./render-entry.mjs', import.meta.url),
          adapterFeatures: { buildOutput: 'server', middlewareMode: 'classic' },
          supportedAstroFeatures: {
            serverOutput: 'stable',
            staticOutput: 'stable',
            hybridOutput: 'stable',
            sharpImageService: 'stable',
          },
        });
      },
    },
  };
}
