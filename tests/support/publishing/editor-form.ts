/** The fields of a story's form in the tiny editor, as a browser would send them. @param html of the story's page */
export function readEditorForm(html: string): Record<string, string> {
  const form: Record<string, string> = {};
  const own = html.slice(html.indexOf('id="story"')).split(/<datalist|<\/form>/)[0] ?? '';
  for (const [tag, name = ''] of own.matchAll(/<input[^>]*? name="([^"]+)"[^>]*>/g)) {
    if (/type="checkbox"/.test(tag) && !/ checked/.test(tag)) continue;
    form[name] = plain(/ value="([^"]*)"/.exec(tag)?.[1] ?? '');
  }
  for (const [, name = '', words = ''] of own.matchAll(/<textarea[^>]*? name="([^"]+)"[^>]*>([\s\S]*?)<\/textarea>/g))
    form[name] = plain(words);
  for (const [, name = '', options = ''] of own.matchAll(/<select[^>]*? name="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g)) {
    form[name] = (/value="([^"]*)" selected/.exec(options) ?? /value="([^"]*)"/.exec(options))?.[1] ?? '';
  }
  return form;
}

/** The hidden fields of the sign-in page that carry a form. */
export function sentAgain(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, plain(value)]));
}

function plain(words: string): string {
  return words
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
