import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

/** Renders a draft: everything of it stands in `locals`. */
export function render(request, locals) {
  return app.render(request, { locals });
}
