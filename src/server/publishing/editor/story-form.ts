import { html } from 'hono/html';
import type { EditedStory } from '#server/publishing/content-service/editing.ts';
import type { StoryProblem } from '#storyblok/story-problems.ts';
import { excerptOf } from './block-excerpt.ts';
import { blockFields, blocksIn, type DraftBlock } from './block-tree.ts';
import { type Components, type FieldDefinition, labelOfKey } from './components.ts';
import { fieldId, fieldInput } from './field-input.ts';
import { MAIN, type StoryTable, wordsOf } from './field-values.ts';
import { csrfInput, type Html, timeOf } from './page.ts';
import { fieldsIn, inputName, keyIn, type WrongField } from './read-form.ts';
import type { EditorSession } from './sessions.ts';
import { reasonsOf, STATE_SENTENCES, STATE_WORDS, type StoryStanding } from './story-standing.ts';

export interface StoryForm {
  readonly story: EditedStory;
  /** The shown content; the draft unless a change could not be saved. */
  readonly content: DraftBlock;
  readonly language: string | undefined;
  readonly languages: readonly string[];
  readonly components: Components;
  readonly stories: StoryTable;
  readonly slugs: readonly string[];
  readonly session: EditorSession;
  readonly standing: StoryStanding;
  readonly problems: readonly StoryProblem[];
  readonly wrong: readonly WrongField[];
  /** The block that was just added or moved, shown expanded. */
  readonly open: string | undefined;
  /** The block that was just removed, which can be brought back. */
  readonly removed: string | undefined;
  readonly notice: { readonly kind: 'good' | 'bad'; readonly text: string } | undefined;
  /** Identifies the draft in the form, to detect concurrent edits. */
  readonly draftMark: string;
  readonly previewUrl: string | undefined;
  readonly publicUrl: string | undefined;
}

export function storyPath(uuid: string, language: string | undefined): string {
  return `/editor/stories/${uuid}/${language ? `?lang=${language}` : ''}`;
}

export function storyForm(form: StoryForm): Html {
  const { story, language, session, content, previewUrl } = form;
  const { draft } = story;
  const action = storyPath(draft.uuid, language);
  const pane = previewUrl
    ? html`<aside class="preview" aria-label="Preview"><p><a href="${previewUrl}" target="_blank" rel="noopener">Preview of the draft ↗</a></p><iframe src="${previewUrl}" title="Preview of the draft" loading="lazy"></iframe></aside>`
    : '';
  return html`<div class="${previewUrl ? 'with-preview' : 'form-only'}"><div class="work">
<p class="crumbs"><a href="/editor/">Stories</a> / <code>${draft.full_slug}</code> / <a href="/editor/stories/${draft.uuid}/versions/">Earlier versions</a></p>
<h1>${draft.name}</h1>
${formerAddresses(form)}${languageTabs(form)}${notice(form)}${trouble(form)}${summary(form)}
<form method="post" action="${action}" id="story" class="story" data-guard>
${csrfInput(session)}<input type="hidden" name="draft" value="${form.draftMark}">
<button name="do" value="save" class="first" tabindex="-1" aria-hidden="true">Save draft</button>
${blockBody(content, form)}
<div class="bar"><p class="state">${state(story, form.standing)}</p><div class="actions"><button name="do" value="save">Save draft</button><button name="do" value="publish" class="primary">Publish</button></div></div>
</form>
<datalist id="stories">${form.slugs.map((slug) => html`<option value="/${slug}"></option>`)}</datalist>
${takeOff(form)}</div>${pane}</div>`;
}

function state({ draft, published, isChanged }: EditedStory, standing: StoryStanding): Html {
  const ahead =
    published && isChanged ? html` · <span class="dot changed"></span>The draft is ahead of what was published` : '';
  const when = published ? html` · published ${timeOf(draft.published_at)}` : '';
  return html`<span class="dot ${standing.state}"></span>${STATE_WORDS[standing.state]}${when}${ahead}`;
}

/** Where the story's page was before. */
function formerAddresses({ standing }: StoryForm): Html {
  const items = standing.formerAddresses.map(
    ({ from, until }) => html`<li><code>${from}</code>, until ${until.split('-').reverse().join('/')}</li>`,
  );
  return items.length === 0
    ? html``
    : html`<section class="notice"><p>Former addresses that lead here, also in English:</p><ul>${items}</ul></section>`;
}

/** What keeps a published story from visitors. */
function trouble({ standing, story }: StoryForm): Html {
  const { state: name } = standing;
  if (name !== 'held-back' && name !== 'paused' && name !== 'failed') return html``;
  const path = `/editor/stories/${story.draft.uuid}/publishing`;
  return html`<section class="notice bad" aria-labelledby="standing"><h2 id="standing"><a href="${path}">${STATE_WORDS[name]}</a></h2><p>${STATE_SENTENCES[name]}</p>${reasonsOf(standing)}</section>`;
}

function languageTabs({ story, language, languages }: StoryForm): Html {
  const names: Readonly<Record<string, string>> = { en: 'English' };
  const tab = (code: string | undefined, name: string): Html =>
    html`<a href="${storyPath(story.draft.uuid, code)}"${code === language ? html` aria-current="page"` : ''}>${name}</a>`;
  return html`<nav class="tabs" aria-label="Language">${tab(undefined, 'Spanish')}${languages.map((code) => tab(code, names[code] ?? code))}</nav>`;
}

function notice({ notice: said, publicUrl, removed }: StoryForm): Html {
  if (removed) {
    return html`<p class="notice good" role="status">The block is removed from the draft. <button form="story" name="do" value="undo:${removed}" class="quiet">Bring it back</button></p>`;
  }
  if (!said) return html``;
  const link =
    said.kind === 'good' && publicUrl
      ? html` <a href="${publicUrl}" target="_blank" rel="noopener">Public page ↗</a>`
      : '';
  return html`<p class="notice ${said.kind}" role="status">${said.text}${link}</p>`;
}

/** All mistakes, each with a link to its field. */
function summary({ problems, wrong, components }: StoryForm): Html {
  const lines = [
    ...wrong.map(({ uid, component, field, reason }) => ({ uid, component, field, reason })),
    ...problems.map(({ uid, component, field, reason }) => ({ uid, component, field: field?.split('.')[0], reason })),
  ];
  if (lines.length === 0) return html``;
  const items = lines.map(({ uid, component, field, reason }) => {
    const name = components.get(component)?.displayName ?? component;
    const target = field === undefined ? `b-${uid}` : fieldId(uid, field);
    return html`<li><a href="#${target}">${name}${field === undefined ? '' : html` › ${labelOfKey(components, component, field)}`}</a>: ${reason}</li>`;
  });
  return html`<section class="notice bad" role="alert" aria-labelledby="wrong"><h2 id="wrong">This cannot be published yet</h2><ul>${items}</ul></section>`;
}

function blockBody(block: DraftBlock, form: StoryForm): Html {
  const { components, language } = form;
  const fields = fieldsIn(components, block.component, language).map((field) => shownField(block, field, form));
  const nested = blockFields(components, block.component).map((field) => blockList(block, field, form));
  return html`${fields}${nested}`;
}

function shownField(block: DraftBlock, field: FieldDefinition, form: StoryForm): Html {
  const { language, stories, problems, wrong } = form;
  const key = keyIn(field, language);
  const unreadable = wrong.find(({ uid, field: name }) => uid === block._uid && name === key);
  const problem = problems.find(({ uid, field: name }) => uid === block._uid && name?.split('.')[0] === key);
  const original = language ? wordsOf(field, block[field.name], stories)[MAIN] : undefined;
  return fieldInput({
    field,
    uid: block._uid,
    key,
    words: unreadable?.words ?? wordsOf(field, block[key], stories),
    problem: unreadable?.reason ?? problem?.reason,
    original,
  });
}

function blockList(parent: DraftBlock, field: FieldDefinition, form: StoryForm): Html {
  const blocks = blocksIn(parent[field.name]);
  const id = fieldId(parent._uid, field.name);
  const problem = form.problems.find(
    ({ uid, field: name }) => uid === parent._uid && name?.split('.')[0] === field.name,
  );
  const said = problem ? html`<p class="problem">${problem.reason}</p>` : '';
  const items = blocks.map((block, at) =>
    blockItem(block, form, { isFirst: at === 0, isLast: at === blocks.length - 1 }),
  );
  return html`<fieldset class="blocks" id="${id}"><legend>${field.label}</legend>${said}<ol>${items}</ol>${form.language ? '' : adder(parent, field, form)}</fieldset>`;
}

function adder(parent: DraftBlock, field: FieldDefinition, { components }: StoryForm): Html {
  const name = inputName(parent._uid, field.name, 'add');
  const choices = field.component_whitelist.map(
    (component) => html`<option value="${component}">${components.get(component)?.displayName ?? component}</option>`,
  );
  const only = field.component_whitelist.length === 1 ? components.get(field.component_whitelist[0] ?? '') : undefined;
  const list = only
    ? html`<input type="hidden" name="${name}" value="${only.name}">`
    : html`<select name="${name}" aria-label="Kind of block">${choices}</select>`;
  return html`<p class="adder">${list}<button name="do" value="add:${parent._uid}.${field.name}" class="quiet">+ Add ${only ? only.displayName.toLowerCase() : 'block'}</button></p>`;
}

function blockItem(
  block: DraftBlock,
  form: StoryForm,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): Html {
  const { components, language } = form;
  const name = components.get(block.component)?.displayName ?? block.component;
  const excerpt = excerptOf(block, form);
  const button = (command: string, sign: string, words: string, isOff = false): Html =>
    html`<button name="do" value="${command}:${block._uid}" class="icon" title="${words}" aria-label="${words}: ${name}, ${excerpt}"${isOff ? ' disabled' : ''}>${sign}</button>`;
  const tools = language
    ? ''
    : html`<span class="tools">${button('up', '↑', 'Move up', isFirst)}${button('down', '↓', 'Move down', isLast)}${button('copy', 'Copy', 'Copy')}${button('remove', '✕', 'Remove')}</span>`;
  return html`<li class="block" id="b-${block._uid}"><details${isOpen(block, form) ? ' open' : ''}><summary><span class="kind">${name}</span> <span class="excerpt">${excerpt}</span></summary><div class="inside">${blockBody(block, form)}</div></details>${tools}</li>`;
}

/** Whether a block is shown expanded: it has a mistake or was just changed. */
function isOpen(block: DraftBlock, form: StoryForm): boolean {
  const { open, problems, wrong, components } = form;
  const isWanted = ({ _uid }: DraftBlock): boolean =>
    _uid === open || problems.some(({ uid }) => uid === _uid) || wrong.some(({ uid }) => uid === _uid);
  const children = blockFields(components, block.component).flatMap(({ name }) => blocksIn(block[name]));
  return isWanted(block) || children.some((child) => isOpen(child, form));
}

function takeOff({ story, session }: StoryForm): Html {
  if (!story.published) return html``;
  return html`<details class="take-off"><summary>Take this story off the public site</summary><form method="post" action="/editor/stories/${story.draft.uuid}/unpublish">${csrfInput(session)}<p>Visitors no longer find it. The draft stays here and can be published again.</p><button class="danger">Unpublish</button></form></details>`;
}
