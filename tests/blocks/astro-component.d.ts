/** Astro's own tools know what an `.astro` file exports; TypeScript alone has to be told. */
declare module '*.astro' {
  const component: import('astro/runtime/server/index.js').AstroComponentFactory;
  // biome-ignore lint/style/noDefaultExport: it is what an .astro file exports
  export default component;
}
