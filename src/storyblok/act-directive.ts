import type { AstroIntegration } from 'astro';

/**
 * The directive `client:act`, for the site and for previews: it decides when React hydrates a calculator
 * (calculator/client-act.ts).
 */
export function actDirective(): AstroIntegration {
  return {
    name: 'act-directive',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'act', entrypoint: './src/calculator/client-act.ts' });
      },
    },
  };
}
