import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { excerptOf } from './block-excerpt.ts';
import { blocksIn, type DraftBlock } from './block-tree.ts';
import { type Components, type FieldDefinition, labelOfKey } from './components.ts';
import { MAIN, type StoryTable, wordsOf } from './field-values.ts';
import type { Say } from './language.ts';
import type { Conflict, Side } from './merge-stories.ts';
import { csrfInput, type Html } from './page.ts';
import { inputName, type SentForm } from './read-form.ts';
import type { EditorSession } from './sessions.ts';

export interface ConflictPage {
  readonly say: Say;
  readonly name: string;
  /** Where the form was sent. */
  readonly action: string;
  /** The form that was sent: it is sent again with what is chosen. */
  readonly form: SentForm;
  readonly conflicts: readonly Conflict[];
  readonly components: Components;
  readonly stories: StoryTable;
  readonly session: EditorSession;
}

/** What two people changed, both texts of each, with a choice; nothing is saved before it is made. */
export function conflictPage(page: ConflictPage): Html {
  const { say, name, action, form, conflicts, session } = page;
  const choices = conflicts.map((conflict) => choice(conflict, page));
  return html`<div class="gate"><h1>${say('conflict_title', { name })}</h1><p>${say('conflict_lead')}</p>
<form method="post" action="${action}" class="story">${keptInputs(form, new Set(['csrf', ...conflicts.map(choiceName)]))}${csrfInput(session)}${choices}<button class="primary">${say(form.get('do') === 'publish' ? 'conflict_publish' : 'conflict_save')}</button></form></div>`;
}

/** A form that was sent, as hidden inputs of another one. */
export function keptInputs(form: SentForm, left: ReadonlySet<string>, prefix = ''): readonly Html[] {
  const kept = [...form].filter(([name]) => !left.has(name));
  return kept.map(([name, value]) => html`<input type="hidden" name="${prefix}${name}" value="${value}">`);
}

const CHOICE = 'choice:';

function choiceName({ uid, key, kind }: Conflict): string {
  return `${CHOICE}${kind}:${inputName(uid, key ?? '')}`;
}

/** What is chosen holds for the text that was shown, not for one that came later. */
function choiceValue(side: Side, { theirs }: Conflict): string {
  const seen = createHash('sha256')
    .update(JSON.stringify(theirs) ?? '')
    .digest('base64url');
  return `${side}.${seen}`;
}

/** What a form has chosen. */
export function choiceIn(form: SentForm): (conflict: Conflict) => Side | undefined {
  return (conflict) => {
    const chosen = form.get(choiceName(conflict));
    return (['mine', 'theirs'] as const).find((side) => choiceValue(side, conflict) === chosen);
  };
}

/** Whether somebody chose the other's text over their own. */
export function isAnyLeft(form: SentForm): boolean {
  return [...form].some(([name, value]) => name.startsWith(CHOICE) && value.startsWith('theirs.'));
}

function choice(conflict: Conflict, page: ConflictPage): Html {
  const { uid, key } = conflict;
  const option = (side: Side, words: string): Html => {
    const id = `${side}-${uid}-${key ?? ''}`;
    return html`<div class="choice"><input type="radio" id="${id}" name="${choiceName(conflict)}" value="${choiceValue(side, conflict)}" required><label for="${id}">${words}</label><pre>${wordsOfSide(conflict, side, page)}</pre></div>`;
  };
  return html`<fieldset><legend>${nameOfPlace(conflict, page)}</legend>${option('mine', page.say('mine'))}${option('theirs', page.say('theirs'))}</fieldset>`;
}

/** What values are read with. */
export interface Words {
  readonly say: Say;
  readonly components: Components;
  readonly stories: StoryTable;
}

/** `Page header › Title (en)`. */
export function nameOfPlace({ component, key }: Conflict, { components }: Words): string {
  const name = components.get(component)?.displayName ?? component;
  return key === undefined ? name : `${name} › ${labelOfKey(components, component, key)}`;
}

/** One side of a conflict or difference in words. */
export function wordsOfSide(conflict: Conflict, side: Side, about: Words): string {
  const { say, components, stories } = about;
  const { kind, component, key = '', [side]: value } = conflict;
  const named = (block: DraftBlock): string =>
    `${components.get(block.component)?.displayName ?? block.component}: ${excerptOf(block, { components, stories, language: undefined })}`;
  if (kind === 'order') return blocksIn(value).map(named).join('\n');
  if (kind === 'removed') return value ? everyWord(value as DraftBlock, about) : say('not_there');
  const [fieldName = ''] = key.split('__i18n__');
  const field = components.get(component)?.fields.find((one) => one.name === fieldName);
  if (!field) return JSON.stringify(value) ?? say('blank');
  return wordsOfParts(field, value, stories) || say('blank');
}

/** What each input of a field has. */
function wordsOfParts(field: FieldDefinition, value: unknown, stories: StoryTable): string {
  const { as: _, ...words } = wordsOf(field, value, stories);
  const parts = Object.entries(words).filter(([, text]) => text !== '');
  return parts.map(([part, text]) => (part === MAIN ? text : `${part}: ${text}`)).join('\n');
}

/** All texts of a block and of those inside it, in every language. */
function everyWord(block: DraftBlock, about: Words): string {
  const fields = about.components.get(block.component)?.fields ?? [];
  const lines = fields.flatMap((field) => {
    if (field.type === 'bloks') return blocksIn(block[field.name]).map((child) => everyWord(child, about));
    const keys = Object.keys(block).filter((key) => key.split('__i18n__')[0] === field.name);
    return keys.flatMap((key) => {
      const text = wordsOfParts(field, block[key], about.stories);
      return text ? [`${labelOfKey(about.components, block.component, key)}: ${text}`] : [];
    });
  });
  return lines.join('\n');
}
