import { html, raw } from 'hono/html';

/** Markup of a server, its values escaped. */
export type Html = ReturnType<typeof html>;

/**
 * Writes a whole page of a server: the desk, the editor, sandboxes, links of letters, and forms while the site is out of
 * reach. None of them is for search engines.
 */
export function htmlPage(page: {
  /** English, which is for engineers, unless it says another. */
  readonly lang?: string;
  readonly title: string;
  /** Styles, scripts and whatever else the head needs. */
  readonly head?: Html | '';
  readonly body: Html;
}): Html {
  const { lang = 'en', title, head = '', body } = page;
  return html`${raw('<!DOCTYPE html>')}<html lang="${lang}">
    <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="robots" content="noindex">
      <title>${title}</title>${head}
    </head>
    <body>${body}</body>
  </html>`;
}
