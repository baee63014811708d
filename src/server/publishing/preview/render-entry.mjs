import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

/** Renders a draft, passed in `locals`. */
export function render(request, locals) {
  return app.render(request, { locals });
}
