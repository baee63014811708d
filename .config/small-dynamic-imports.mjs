/**
 * Vite wraps every dynamic import of the browser's code in a helper of 0.65 KB (brotli) that preloads what the chunk
 * imports. Our islands load one later chunk whose imports are there already, and the home page's budget counts every
 * byte: this helper does only what a page would miss otherwise, the chunk's style sheets.
 */
const HELPER = '\0vite/preload-helper.js';

const CODE = `export const __vitePreload = (load, deps = []) => Promise.all(deps.map((href) => new Promise((loaded, failed) => {
  href = ${JSON.stringify('/')} + href;
  if (!href.endsWith('.css') || document.querySelector('link[href="' + href + '"]')) return loaded();
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: loaded, onerror: failed }));
}))).then(load);`;

export function smallDynamicImports() {
  return {
    name: 'small-dynamic-imports',
    enforce: 'pre',
    load: { filter: { id: /^\0vite\/preload-helper\.js$/ }, handler: (id) => (id === HELPER ? CODE : undefined) },
  };
}
