import { htmlValidator } from '#tests/support/html-validator.ts';

/** Lists what a validator says of a page. */
export const problemsOf = htmlValidator({
  rules: {
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'tel-non-breaking': 'off',
    'long-title': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    // A heading and a link are empty until the server fills them; they are hidden until then.
    'empty-heading': 'off',
    'wcag/h30': 'off',
    'text-content': 'off',
  },
});

/** Keeps what is not hidden, roughly: elements with `hidden` and what is inside them are cut out. */
export function shown(html: string): string {
  const body = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return body.replace(/<(?<tag>span|p|div|section|li|form)\b[^>]*\shidden(?:="")?[^>]*>[\s\S]*?<\/\k<tag>>/g, '');
}
