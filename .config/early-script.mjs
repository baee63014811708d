/**
 * The calculator's own script stands in the page (src/calculator/early-script.ts): it must be one piece, and nothing
 * may be in a file that it would share with what comes with the first act. So both take copies of what they import;
 * the source is the same. Neither has React: JSX becomes what draw.ts reads.
 */
const JSX_RUNTIME = '#calculator/jsx-runtime.ts';
const ENTRY = /\/src\/calculator\/(early|island)-script\.astro\?/;
const OWN = /\?(?:early|island)$/;

export function earlyScript() {
  return {
    name: 'early-script',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer, options) {
      const own = ENTRY.exec(importer ?? '')?.[1] ?? OWN.exec(importer ?? '')?.[0].slice(1);
      if (!own) return undefined;
      const wanted = source === 'react/jsx-runtime' ? JSX_RUNTIME : source;
      const found = await this.resolve(wanted, importer.replace(OWN, ''), { ...options, skipSelf: true });
      return found && !found.external && !/[?\0]/.test(found.id) ? { ...found, id: `${found.id}?${own}` } : found;
    },
  };
}
