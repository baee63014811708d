import react from '@astrojs/react';
import { defineConfig } from 'astro/config';

/** The yardstick of first-tap.bench.ts: the least that a calculator page with Astro and React can be. */
export default defineConfig({ integrations: [react()], outDir: process.env.OUT_DIR, cacheDir: process.env.CACHE_DIR });
