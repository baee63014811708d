import { html } from 'hono/html';
import { keptInputs } from './conflict-page.ts';
import type { Say } from './language.ts';
import { csrfInput, type Html } from './page.ts';
import { blockOfInput, type SentForm } from './read-form.ts';
import type { EditorSession } from './sessions.ts';

interface UnplacedPage {
  readonly say: Say;
  readonly title: string;
  readonly words: string;
  readonly form: SentForm;
  /** Inputs whose blocks are gone. */
  readonly names: readonly string[];
  /** Where the rest is sent again; undefined without a rest. */
  readonly rest: { readonly action: string; readonly session: EditorSession } | undefined;
}

/** What was typed into blocks that nobody has any more, to be copied from here. */
export function unplacedPage({ say, title, words, form, names, rest }: UnplacedPage): Html {
  const texts = names.flatMap((name) => form.get(name) ?? []).filter((text) => text.trim() !== '');
  const areas = texts.map(
    (text, at) =>
      html`<div class="field"><label for="left-${at}">${say('left_text', { number: at + 1 })}</label><textarea id="left-${at}" rows="2" readonly>\n${text}</textarea></div>`,
  );
  const send = rest
    ? html`<form method="post" action="${rest.action}">${keptInputs(form, new Set(['csrf', ...names]))}${csrfInput(rest.session)}<button class="primary">${say('save_rest')}</button></form>`
    : html`<p><a href="/editor/">${say('all_stories')}</a></p>`;
  return html`<div class="gate"><h1>${title}</h1><p>${words}</p>${areas}${send}</div>`;
}

/** The inputs of a story's form that hold what is typed. @param isThere whether the story has a block */
export function inputsWithout(form: SentForm, isThere: (uid: string) => boolean): string[] {
  return [...form.keys()].filter((name) => {
    const uid = blockOfInput(name);
    return uid !== undefined && !isThere(uid);
  });
}
