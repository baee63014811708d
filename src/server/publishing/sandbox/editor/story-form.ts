import { isDeepStrictEqual } from 'node:util';
import { html } from 'hono/html';
import { hiddenInputs, optionsView } from '#server/kit/html-form.ts';
import type { StoryProblem } from '#server/publishing/sync/story-problems.ts';
import { faultWords } from '#storyblok/field-fault.ts';
import type { EditedStory } from '../content-service/editing.ts';
import { blockFields, blocksIn, type DraftBlock } from './block-tree.ts';
import { type Components, type FieldDefinition, labelOfKey } from './components.ts';
import { fieldId, fieldInput } from './field-input.ts';
import { MAIN, type StoryTable, wordsOf } from './field-values.ts';
import type { Say } from './language.ts';
import { csrfInput, type Html, storyPath, timeOf } from './page.ts';
import { digestOfWords, type FieldPlace, fieldsIn, inputName, keyIn, type WrongField } from './read-form.ts';
import type { EditorSession } from './sessions.ts';
import { reasonsOf, type StoryStanding } from './story-standing.ts';

export interface StoryForm {
  readonly say: Say;
  readonly story: EditedStory;
  /** The shown content: the draft, or what was typed and could not be saved. */
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
  readonly notice: { readonly kind: 'good' | 'bad'; readonly text: string } | undefined;
  /** Texts that were typed into blocks that were removed meanwhile. */
  readonly left: readonly string[];
  /** Fields that somebody else has changed since the form was opened: what they saved is shown beside them. */
  readonly both: readonly FieldPlace[];
  /** The blocks of the draft, from which what was typed may differ. */
  readonly stored: ReadonlyMap<string, DraftBlock>;
  /** Identifies the draft in the form, to detect concurrent edits. */
  readonly draftMark: string;
  readonly previewUrl: string | undefined;
  readonly publicUrl: string | undefined;
}

export function storyForm(form: StoryForm): Html {
  const { say, story, language, session, content, previewUrl } = form;
  const { draft } = story;
  const action = storyPath(draft.uuid, language);
  const pane = previewUrl
    ? html`<aside class="preview" aria-label="${say('preview')}">
      <p><a href="${previewUrl}" target="_blank" rel="noopener">${say('preview_draft')} ↗</a></p>
      <iframe src="${previewUrl}" title="${say('preview_draft')}" loading="lazy"></iframe>
    </aside>`
    : '';
  return html`<div class="${previewUrl ? 'with-preview' : 'form-only'}"><div class="work">
<p class="crumbs"><a href="/editor/">${say('stories')}</a> / <code>${draft.full_slug}</code></p>
<h1>${draft.name}</h1>
${languageTabs(form)}${notice(form)}${trouble(form)}${summary(form)}
<form method="post" action="${action}" id="story" class="story" data-remove="${say('remove_means')}">
${csrfInput(session)}${hiddenInputs([['draft', form.draftMark]])}
<button name="do" value="save" class="first" tabindex="-1" aria-hidden="true">${say('save')}</button>
${blockBody(content, form)}
<div class="bar">
  <p class="state">${state(form)}</p>
  <div class="actions">
    <button name="do" value="save">${say('save')}</button>
    <button name="do" value="publish" class="primary">${say('publish')}</button>
  </div>
</div>
<p class="hint">${say('publish_storyblok')}</p>
</form>
<datalist id="stories">${form.slugs.map((slug) => html`<option value="/${slug}"></option>`)}</datalist>
${back(form)}${takeOff(form)}</div>${pane}</div>`;
}

function state({ say, story: { draft, published, isChanged }, standing }: StoryForm): Html {
  const ahead = published && isChanged ? html` · <span class="dot changed"></span>${say('draft_is_ahead')}` : '';
  const when = published ? html` · ${say('published_at', { when: timeOf(draft.published_at, say) })}` : '';
  return html`<span class="dot ${standing.state}"></span>${say(`state_${standing.state}`)}${when}${ahead}`;
}

/** Explains why visitors do not see a published story. */
function trouble({ say, standing, story }: StoryForm): Html {
  const { state: name } = standing;
  if (name !== 'held-back' && name !== 'paused' && name !== 'failed') return html``;
  const path = `/editor/stories/${story.draft.uuid}/publishing`;
  return html`<section class="notice bad" aria-labelledby="standing">
    <h2 id="standing"><a href="${path}">${say(`state_${name}`)}</a></h2>
    <p>${say(`means_${name}`)}</p>
    ${reasonsOf(standing, say)}
  </section>`;
}

function languageTabs({ say, story, language, languages }: StoryForm): Html {
  const names: Readonly<Record<string, string>> = { en: say('english') };
  const tab = (code: string | undefined, name: string): Html =>
    html`<a href="${storyPath(story.draft.uuid, code)}"${code === language ? html` aria-current="page"` : ''}>${name}</a>`;
  return html`<nav class="tabs" aria-label="${say('language')}">
    ${tab(undefined, say('spanish'))}${languages.map((code) => tab(code, names[code] ?? code))}
  </nav>`;
}

function notice({ say, notice: said, publicUrl, left }: StoryForm): Html {
  if (!said) return html``;
  const link =
    said.kind === 'good' && publicUrl
      ? html` <a href="${publicUrl}" target="_blank" rel="noopener">${say('public_page')} ↗</a>`
      : '';
  const lost = left.map((text) => html`<pre>${text}</pre>`);
  return html`<div class="notice ${said.kind}" role="status">
    <p>${said.text}${link}</p>
    ${lost.length > 0 ? html`<p>${say('left_words')}</p>${lost}` : ''}
  </div>`;
}

/** All mistakes, each with a link to its field. */
function summary({ say, problems, wrong, components }: StoryForm): Html {
  const lines = [
    ...wrong.map(({ detail, ...place }) => ({ ...place, reason: say('not_json', { detail }) })),
    ...problems.map(({ fault, field, block }) => {
      return { ...block, field: field?.split('.')[0], reason: inShort(faultWords(fault, say.locale)) };
    }),
  ];
  if (lines.length === 0) return html``;
  const items = lines.map(({ uid, component, field, reason }) => {
    const name = components.get(component)?.displayName ?? component;
    const target = field === undefined ? `b-${uid}` : fieldId(uid, field);
    const part = field === undefined ? '' : html` › ${labelOfKey(components, component, field)}`;
    return html`<li><a href="#${target}">${name}${part}</a>: ${reason}</li>`;
  });
  return html`<section class="notice bad" role="alert" aria-labelledby="wrong">
    <h2 id="wrong">${say('cannot_publish')}</h2>
    <ul>
      ${items}
    </ul>
  </section>`;
}

/**
 * Cuts the words of a mistake at the semicolon: the part after it helps only beside the field, and a list of two dozen
 * mistakes must stay short.
 */
function inShort(words: string): string {
  return words.split(';', 1)[0] ?? '';
}

function blockBody(block: DraftBlock, form: StoryForm): Html {
  const { components, language } = form;
  const fields = fieldsIn(components, block.component, language).map((field) => shownField(block, field, form));
  const nested = blockFields(components, block.component).map((field) => blockList(block, field, form));
  return html`${fields}${nested}`;
}

function shownField(block: DraftBlock, field: FieldDefinition, form: StoryForm): Html {
  const { say, language, stories, problems, wrong } = form;
  const key = keyIn(field, language);
  const unreadable = wrong.find(({ uid, field: name }) => uid === block._uid && name === key);
  const problem = problems.find((one) => one.block.uid === block._uid && one.field?.split('.')[0] === key);
  const original = language ? wordsOf(field, block[field.name], stories)[MAIN] : undefined;
  const before = form.stored.get(block._uid);
  return fieldInput({
    say,
    field,
    was: before && digestOfWords(wordsOf(field, before[key], stories)),
    uid: block._uid,
    key,
    words: unreadable?.words ?? wordsOf(field, block[key], stories),
    problem: unreadable
      ? say('not_json', { detail: unreadable.detail })
      : problem && faultWords(problem.fault, say.locale),
    original,
    saved: form.both.some((one) => one.uid === block._uid && one.field === key)
      ? savedOf(block, field, form)
      : undefined,
  });
}

/** Words what is stored of a field. */
function savedOf(block: DraftBlock, field: FieldDefinition, { stored, language, stories, say }: StoryForm): string {
  const { as: _, ...words } = wordsOf(field, stored.get(block._uid)?.[keyIn(field, language)], stories);
  return Object.values(words).filter(Boolean).join(' · ') || say('blank');
}

/** Tells whether a field shows something else than what is stored. */
function isTyped(block: DraftBlock, field: FieldDefinition, { stored, language }: StoryForm): boolean {
  const [before, key] = [stored.get(block._uid), keyIn(field, language)];
  return before !== undefined && !isDeepStrictEqual(before[key], block[key]);
}

function blockList(parent: DraftBlock, field: FieldDefinition, form: StoryForm): Html {
  const blocks = blocksIn(parent[field.name]);
  const id = fieldId(parent._uid, field.name);
  const problem = form.problems.find((one) => one.block.uid === parent._uid && one.field?.split('.')[0] === field.name);
  const said = problem
    ? html`<p class="problem" id="${id}-problem">${faultWords(problem.fault, form.say.locale)}</p>`
    : '';
  const items = blocks.map((block, at) =>
    blockItem(block, form, { isFirst: at === 0, isLast: at === blocks.length - 1 }),
  );
  const described = problem ? html` aria-describedby="${id}-problem"` : '';
  return html`<fieldset class="blocks" id="${id}" tabindex="-1"${described}>
    <legend>${field.label}</legend>
    ${said}
    <ol>
      ${items}
    </ol>
    ${form.language ? '' : adder(parent, field, form)}
  </fieldset>`;
}

function adder(parent: DraftBlock, field: FieldDefinition, { say, components }: StoryForm): Html {
  const name = inputName(parent._uid, field.name, 'add');
  const { component_whitelist: allowed = [] } = field;
  const choices = allowed.map((name) => [name, components.get(name)?.displayName ?? name] as const);
  const only = allowed.length === 1 ? components.get(allowed[0] ?? '') : undefined;
  const list = only
    ? hiddenInputs([[name, only.name]])
    : html`<select name="${name}" aria-label="${say('kind_of_block')}">${optionsView(choices)}</select>`;
  return html`<p class="adder">${list}<button name="do" value="add:${parent._uid}.${field.name}"
    class="quiet">+ ${only ? say('add_one', { name: only.displayName }) : say('add_block')}</button>
    </p>`;
}

const EXCERPT_CHARS = 60;

/** The first words of a block, or of one inside it. */
function excerptOf(block: DraftBlock, form: StoryForm): string {
  for (const field of form.components.get(block.component)?.fields ?? []) {
    const [child] = field.type === 'bloks' ? blocksIn(block[field.name]) : [];
    const words = child ? excerptOf(child, form) : sayingOf(block, field, form);
    if (words) return words.length > EXCERPT_CHARS ? `${words.slice(0, EXCERPT_CHARS).trimEnd()}…` : words;
  }
  return '';
}

/** The text of a field by which an editor recognises its block. */
function sayingOf(block: DraftBlock, field: FieldDefinition, { language, stories }: StoryForm): string {
  if (!['text', 'textarea', 'multilink', 'asset', 'option'].includes(field.type) || field.name === 'anchor') return '';
  return (wordsOf(field, block[keyIn(field, language)], stories)[MAIN] ?? '').trim();
}

function blockItem(
  block: DraftBlock,
  form: StoryForm,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): Html {
  const { say, components, language } = form;
  const name = components.get(block.component)?.displayName ?? block.component;
  const excerpt = excerptOf(block, form);
  const button = (command: string, sign: string, words: string, isOff = false): Html =>
    html`<button name="do" value="${command}:${block._uid}" class="icon" title="${words}"
      aria-label="${words}: ${name}, ${excerpt}"${isOff ? ' disabled' : ''}>${sign}</button>`;
  const tools = language
    ? ''
    : html`<span class="tools">
        ${button('up', '↑', say('up'), isFirst)}
        ${button('down', '↓', say('down'), isLast)}
        ${button('remove', '✕', say('remove'))}
      </span>`;
  return html`<li class="block" id="b-${block._uid}">
    <details${isOpen(block, form) ? ' open' : ''}>
      <summary><span class="kind">${name}</span> <span class="excerpt">${excerpt}</span></summary>
      <div class="inside">
        ${blockBody(block, form)}
      </div>
    </details>
    ${tools}
  </li>`;
}

/** Tells whether a block is shown expanded: it has a mistake, or something in it is not saved yet. */
function isOpen(block: DraftBlock, form: StoryForm): boolean {
  const { problems, wrong, components, language } = form;
  const isWanted = ({ _uid, component }: DraftBlock): boolean =>
    problems.some((problem) => problem.block.uid === _uid) ||
    wrong.some(({ uid }) => uid === _uid) ||
    fieldsIn(components, component, language).some((field) => isTyped(block, field, form));
  const children = blockFields(components, block.component).flatMap(({ name }) => blocksIn(block[name]));
  return isWanted(block) || children.some((child) => isOpen(child, form));
}

/** Gives up the draft for what visitors have. */
function back({ say, story: { draft, published, isChanged }, session, draftMark }: StoryForm): Html {
  if (!published || !isChanged) return html``;
  return html`<details class="take-off">
    <summary>${say('back')}</summary>
    <form method="post" action="/editor/stories/${draft.uuid}/back">
      ${csrfInput(session)}${hiddenInputs([['draft', draftMark]])}
      <p>${say('back_means')}</p>
      <button class="danger">${say('back')}</button>
    </form>
  </details>`;
}

function takeOff({ say, story, session }: StoryForm): Html {
  if (!story.published) return html``;
  return html`<details class="take-off">
    <summary>${say('take_off')}</summary>
    <form method="post" action="/editor/stories/${story.draft.uuid}/unpublish">
      ${csrfInput(session)}
      <p>${say('take_off_means')}</p>
      <button class="danger">${say('unpublish')}</button>
    </form>
  </details>`;
}
