import { resolve } from 'node:path';

const RUNTIME = resolve(import.meta.dirname, '../src/ui/own-text/jsx-runtime.ts');

/** Every component of ours is made, in a build and in a browser alike, with the runtime in which each text has an element of its own. */
export function ownText() {
  return {
    name: 'own-text',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react\/jsx(?:-dev)?-runtime$/ },
      handler: (_, importer = '') => (/[\\/]src[\\/].*\.tsx(?:\?|$)/.test(importer) ? RUNTIME : undefined),
    },
  };
}
