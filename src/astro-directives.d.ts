import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:act'?: boolean;
  }
}
