/**
 * Vite wraps every dynamic import of the browser's code in a helper of 0.65 KB (brotli). This helper only preloads the
 * chunk's own imports at once, instead of after the chunk has come. It skips style sheets, because the file that imports
 * such a chunk has linked them. Without it the two pages of the way in are 0.35 KB above their budgets.
 */
const HELPER = '\0vite/preload-helper.js';

const CODE = `export const __vitePreload = (load, deps = []) => {
  for (const dep of deps) {
    const href = ${JSON.stringify('/')} + dep;
    if (!dep.endsWith('.css') && !document.querySelector('link[href="' + href + '"]'))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  return load();
}`;

export function smallDynamicImports() {
  return {
    name: 'small-dynamic-imports',
    enforce: 'pre',
    load: { filter: { id: /^\0vite\/preload-helper\.js$/ }, handler: (id) => (id === HELPER ? CODE : undefined) },
  };
}
