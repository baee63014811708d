import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { DEFAULT_LOCALE, LOCALES, type Locale, type Messages } from '#i18n/locale.ts';
import { fill } from '#i18n/translate.ts';
import { htmlPage } from '#server/kit/html-page.ts';
import { faultSentence, type StoryFault } from '#storyblok/story-fault.ts';

interface Note {
  readonly title: Messages[string];
  /** Advice to the editor, or to the operator of the preview. */
  readonly text?: Messages[string];
}

/** Notes that are shown in place of a draft. */
export const NOTES = {
  not_from_editor: {
    title: { es: 'Los borradores son para editores', en: 'Drafts are for editors' },
    text: {
      es: 'Abre esta página desde el editor del servicio de contenidos. Un enlace dura una hora.',
      en: 'Open this page from the editor of the content service. A link lasts an hour.',
    },
  },
  address_unreadable: {
    title: { es: 'Esa historia no existe', en: 'There is no such story' },
    text: { es: 'La dirección no se puede leer.', en: 'The address cannot be read.' },
  },
  no_such_story: {
    title: { es: 'Esa historia no existe', en: 'There is no such story' },
    text: {
      es: 'Ningún borrador tiene la dirección «{fullSlug}».',
      en: 'No draft has the address “{fullSlug}”.',
    },
  },
  story_unreadable: {
    title: { es: 'No se puede leer la historia que llegó', en: 'The story that was sent cannot be read' },
    text: { es: 'Tiene que ser JSON.', en: 'It must be JSON.' },
  },
  draft_broken: {
    title: { es: 'Este borrador todavía no se puede mostrar', en: 'This draft cannot be shown yet' },
  },
  content_failed: {
    title: {
      es: 'El servicio de contenidos no respondió con una historia',
      en: 'The content service did not answer with a story',
    },
    text: {
      es: 'Tu borrador sigue a salvo allí. Carga esta página otra vez; si no cambia nada, muestra esto a quien administra la vista previa:',
      en: 'Your draft is safe there. Load this page again; if nothing changes, show this to the person who runs the preview:',
    },
  },
  lending_silent: {
    title: { es: 'El servicio de préstamos no respondió', en: 'The lending role did not answer' },
  },
  failed: { title: { es: 'La vista previa falló', en: 'The preview failed' } },
} as const satisfies Readonly<Record<string, Note>>;
export type NoteName = keyof typeof NOTES;

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem}h2{font-size:1rem;margin-top:2rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}';
export const NOTE_STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;

/** The subject of a note, and its reader. */
export interface NoteAbout {
  readonly values?: Readonly<Record<string, string>>;
  /** The program's own words, quoted as they are. */
  readonly detail?: string;
  /** Mistakes of the draft. */
  readonly faults?: readonly StoryFault[];
  /** The editor's language; undefined when it is not known. */
  readonly locale?: Locale | undefined;
}

/** Renders a note as a page: in the editor's language, else in Spanish with English below. */
export function notePage(name: NoteName, { values = {}, detail, faults = [], locale }: NoteAbout) {
  const { title, text }: Note = NOTES[name];
  const [first = DEFAULT_LOCALE, ...others] = locale ? [locale] : LOCALES;
  const said = detail === undefined ? '' : html`<pre lang="en">${detail}</pre>`;
  const words = (of: Locale) => (text ? html`<p>${fill(text[of], values)}</p>` : '');
  const list = (of: Locale) =>
    faults.length === 0 ? '' : html`<ul>${faults.map((fault) => html`<li>${faultSentence(fault, of)}</li>`)}</ul>`;
  const body = html`<main>
    <h1>${title[first]}</h1>
    ${words(first)}
    ${list(first)}
    ${said}
    ${others.map((other) => html`<section lang="${other}"><h2>${title[other]}</h2>${words(other)}${list(other)}</section>`)}
  </main>`;
  return htmlPage({ lang: first, title: title[first], head: html`<style>${raw(STYLE)}</style>`, body });
}
