import { join, resolve } from 'node:path';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import astroI18nextModule from 'astro-i18next';
import { clientAreaBuild, clientAreaGroups, screenChunkName } from './.config/client-area-build.mjs';
import { finishPages } from './.config/finish-pages.mjs';
import { ownText } from './.config/own-text.mjs';
import { siteSitemap } from './.config/sitemap.mjs';
import { smallDynamicImports } from './.config/small-dynamic-imports.mjs';
import { uaParserModule } from './.config/ua-parser-module.mjs';
import { DEFAULT_LOCALE, LOCALES } from './src/i18n/locale.ts';
import { actDirective } from './src/storyblok/act-directive.ts';
import { blockComponents } from './src/storyblok/block-components.ts';
import { PICTURE_POLICY } from './src/storyblok/regions.ts';

// CommonJS inside: depending on who loads this file, the function is the module or its default.
const astroI18next = astroI18nextModule.default ?? astroI18nextModule;

// Everything a build reads and writes lives under DATA_DIR, so that a test run does not disturb a running site.
const dataDir = resolve(process.env.DATA_DIR ?? '.data');

export default defineConfig({
  output: 'static',
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  outDir: join(dataDir, 'dist'),
  cacheDir: join(dataDir, 'cache'),
  trailingSlash: 'always',
  build: { format: 'directory', inlineStylesheets: 'always' },
  i18n: { locales: [...LOCALES], defaultLocale: DEFAULT_LOCALE, routing: { prefixDefaultLocale: false } },
  integrations: [
    // Rendered as one piece of HTML, because a stream would move large parts behind the page, for a script to put them
    // in place.
    react({ experimentalDisableStreaming: true }),
    actDirective(),
    blockComponents({ hasEditor: false }),
    astroI18next({ configPath: './.config/astro-i18next.cjs' }),
    siteSitemap(),
    finishPages(),
  ],
  security: {
    // The most that every page may do; each kind of page adds its own, and Trusted Types with it
    // (src/layouts/page-policy.ts). `frame-ancestors` works only in a header: our server adds it.
    csp: {
      algorithm: 'SHA-256',
      directives: [
        "default-src 'none'",
        PICTURE_POLICY,
        "connect-src 'self'",
        "font-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "manifest-src 'self'",
      ],
      scriptDirective: { resources: ["'self'"] },
      styleDirective: { resources: ["'self'"] },
    },
  },
  devToolbar: { enabled: false },
  // A page whose code and `cacheKey` are those of the last build is taken from the cache (decision 90).
  experimental: { incrementalBuild: true },
  vite: {
    // By default the cache would lie beside the packages, which may be read-only.
    cacheDir: join(dataDir, 'cache/vite'),
    plugins: [smallDynamicImports(), uaParserModule(), clientAreaBuild(), ownText()],
    build: {
      // Parts that every page has, but only once it is idle, are one file for all pages and not a kilobyte of each.
      assetsInlineLimit: (file) =>
        /(?:interface|consent|account|email-meant|embed)-script/.test(file) ? false : undefined,
    },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              chunkFileNames: screenChunkName,
              codeSplitting: { groups: clientAreaGroups() },
            },
          },
        },
      },
    },
  },
});
