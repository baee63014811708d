import { type DefaultTreeAdapterMap, defaultTreeAdapter, html as ns, parse, serialize } from 'parse5';
import { LEFT_OUT, LOST, namesAsField } from '#server/kit/lost-files.ts';

type Node = DefaultTreeAdapterMap['childNode'];
type Element = DefaultTreeAdapterMap['element'];
type Parent = DefaultTreeAdapterMap['parentNode'];

/** Words that are written into a part of a page marked for them. */
export interface Slots {
  /** `data-fill`: text. `data-fill-copy`: what a button copies. */
  readonly texts?: Readonly<Record<string, string>>;
  /** `data-fill-href`: address of a link. */
  readonly links?: Readonly<Record<string, string>>;
  /** `data-show`: shown when one of its words is here, hidden otherwise. */
  readonly flags?: readonly string[];
  /** `data-each`: its first element once per item. */
  readonly lists?: Readonly<Record<string, readonly Slots[]>>;
}

/**
 * Contents that a form shows again: values by field name, and the sentence for each wrong field, in the form's order.
 */
export interface FormContent {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: readonly { readonly field: string; readonly text: string }[];
  /** Parts to show besides the list of errors. */
  readonly flags?: readonly string[];
  readonly summaryTitle?: string;
  /** Files that came with the form and have to be chosen again. */
  readonly lost?: LostFiles | undefined;
}

export interface LostFiles {
  readonly names: readonly string[];
  /** The sentence beside the box with which the form is sent without them. */
  readonly leaveOut: string;
}

/**
 * A built page as a tree that can be filled. The page marks what may change with `data-…` attributes; everything is set
 * as text or attribute by a real HTML parser and serializer, so nothing a person typed can become markup.
 */
export class FilledPage {
  readonly #document: DefaultTreeAdapterMap['document'];

  constructor(html: string) {
    this.#document = parse(html);
  }

  toString(): string {
    return serialize(this.#document);
  }

  /** The text of the first element with an id: data that the page carries for the server. */
  textOf(id: string): string | undefined {
    const element = elements(this.#document).find((candidate) => attribute(candidate, 'id') === id);
    return element && textContent(element);
  }

  setTitle(change: (title: string) => string): void {
    const title = elements(this.#document).find(({ tagName }) => tagName === 'title');
    if (title) setText(title, change(textContent(title)));
  }

  /** Points the links to this page in the other language to an address. */
  setLanguageLinks(address: string): void {
    for (const element of elements(this.#document)) {
      if (element.tagName === 'a' && attribute(element, 'hreflang') !== undefined)
        setAttribute(element, 'href', address);
    }
  }

  fill(slots: Slots): void {
    fillWithin(this.#document, slots);
  }

  /** Puts values back into controls, errors beside them, and the list of errors on top. */
  fillForm({ values, errors, flags = [], summaryTitle = '', lost }: FormContent): void {
    const wrong = new Map(errors.map(({ field, text }) => [field, text]));
    for (const element of elements(this.#document)) {
      const name = attribute(element, 'name');
      if (name !== undefined && isControl(element)) {
        setValue(element, values[name]);
        if (wrong.has(name)) setAttribute(element, 'aria-invalid', 'true');
      }
      const errorOf = attribute(element, 'data-error-for');
      if (errorOf !== undefined && wrong.has(errorOf)) show(element, wrong.get(errorOf) ?? '');
    }
    const upload = elements(this.#document).find((each) => attribute(each, 'type') === 'file');
    if (upload?.parentNode && lost && lost.names.length > 0) askForFiles(upload.parentNode, upload, lost);
    this.fill({
      flags: errors.length === 0 ? flags : [...flags, 'errors'],
      texts: { 'errors-title': summaryTitle },
      lists: {
        errors: errors.map(({ field, text }) => ({ texts: { error: text }, links: { field: `#${field}` } })),
      },
    });
  }
}

/** Names the files above the control that they are chosen with, and adds the box to send the form without them. */
function askForFiles(parent: Parent, upload: Element, { names, leaveOut }: LostFiles): void {
  const list = make('ul', {});
  const kept = make('input', { type: 'hidden', name: LOST, value: namesAsField(names) });
  for (const name of names) {
    const item = make('li', {});
    setText(item, name);
    defaultTreeAdapter.appendChild(list, item);
  }
  const label = make('label', { for: LEFT_OUT });
  setText(label, leaveOut);
  const box = make('div', { class: 'check' });
  for (const part of [make('input', { type: 'checkbox', id: LEFT_OUT, name: LEFT_OUT, value: 'true' }), label]) {
    defaultTreeAdapter.appendChild(box, part);
  }
  for (const part of [kept, list, box]) defaultTreeAdapter.insertBefore(parent, part, upload);
}

function make(tag: string, attributes: Readonly<Record<string, string>>): Element {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }));
  return defaultTreeAdapter.createElement(tag, ns.NS.HTML, attrs);
}

function fillWithin(parent: Parent, slots: Slots): void {
  for (const child of [...parent.childNodes]) {
    if (!isElement(child)) continue;
    const list = attribute(child, 'data-each');
    if (list !== undefined && slots.lists?.[list]) repeatWithin(child, slots.lists[list], slots);
    else fillWithin(child, slots);
    fillElement(child, slots);
  }
}

function fillElement(element: Element, { texts, links, flags }: Slots): void {
  const text = attribute(element, 'data-fill');
  if (text !== undefined && texts?.[text] !== undefined) setText(element, texts[text]);
  const copied = attribute(element, 'data-fill-copy');
  if (copied !== undefined && texts?.[copied] !== undefined) setAttribute(element, 'data-copy', texts[copied]);
  const link = attribute(element, 'data-fill-href');
  if (link !== undefined && links?.[link] !== undefined) setAttribute(element, 'href', links[link]);
  const when = attribute(element, 'data-show');
  if (when === undefined || !flags) return;
  if (when.split(' ').some((flag) => flags.includes(flag))) removeAttribute(element, 'hidden');
  else setAttribute(element, 'hidden', '');
}

function repeatWithin(container: Element, items: readonly Slots[], outer: Slots): void {
  const pattern = container.childNodes.find(isElement);
  if (!pattern) return;
  container.childNodes = [];
  for (const item of items) {
    const copy = clone(pattern);
    defaultTreeAdapter.appendChild(container, copy);
    fillWithin(container, { ...outer, ...item, lists: {} });
    // Done: the next round fills the next copy only.
    container.childNodes = container.childNodes.map(withoutMarks);
  }
}

/** The parts of an item are final once written: their marks go, so that no later item writes over them. */
function withoutMarks(node: Node): Node {
  if (!isElement(node)) return node;
  node.attrs = node.attrs.filter(({ name }) => !/^data-(?:fill|show)/.test(name));
  node.childNodes = node.childNodes.map((child) => withoutMarks(child as Node));
  return node;
}

function clone(element: Element): Element {
  const copy = defaultTreeAdapter.createElement(element.tagName, element.namespaceURI as ns.NS, [
    ...element.attrs.map((attr) => ({ ...attr })),
  ]);
  for (const child of element.childNodes) {
    if (isElement(child)) defaultTreeAdapter.appendChild(copy, clone(child));
    else if ('value' in child) defaultTreeAdapter.insertText(copy, child.value);
  }
  return copy;
}

function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

function elements(parent: Parent): Element[] {
  return parent.childNodes.flatMap((child) => (isElement(child) ? [child, ...elements(child)] : []));
}

const CONTROLS = new Set(['input', 'select', 'textarea']);
function isControl({ tagName }: Element): boolean {
  return CONTROLS.has(tagName);
}

function setValue(element: Element, value: string | undefined): void {
  const kind = element.tagName === 'input' ? (attribute(element, 'type') ?? 'text') : element.tagName;
  switch (kind) {
    // A file cannot be put back: browsers forbid it. Hidden fields are ours.
    case 'file':
    case 'hidden':
      return;
    case 'radio':
    case 'checkbox':
      toggle(element, 'checked', value === (attribute(element, 'value') ?? 'on'));
      return;
    case 'select':
      selectOption(element, value);
      return;
    case 'textarea':
      // The parser drops one line break right after the tag.
      setText(element, value?.startsWith('\n') ? `\n${value}` : (value ?? ''));
      return;
    default:
      if (value === undefined) removeAttribute(element, 'value');
      else setAttribute(element, 'value', value);
  }
}

function selectOption(select: Element, value: string | undefined): void {
  for (const option of elements(select).filter(({ tagName }) => tagName === 'option')) {
    toggle(option, 'selected', value !== undefined && value === attribute(option, 'value'));
  }
}

function show(element: Element, text: string): void {
  removeAttribute(element, 'hidden');
  const target = elements(element).find((child) => attribute(child, 'data-error-text') !== undefined) ?? element;
  setText(target, text);
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value;
}

function setAttribute(element: Element, name: string, value: string): void {
  removeAttribute(element, name);
  element.attrs.push({ name, value });
}

function removeAttribute(element: Element, name: string): void {
  element.attrs = element.attrs.filter((attr) => attr.name !== name);
}

function toggle(element: Element, name: string, on: boolean): void {
  if (on) setAttribute(element, name, '');
  else removeAttribute(element, name);
}

function setText(element: Element, text: string): void {
  element.childNodes = [];
  defaultTreeAdapter.insertText(element, text);
}

function textContent(element: Element): string {
  return element.childNodes
    .map((child) => ('value' in child ? child.value : isElement(child) ? textContent(child) : ''))
    .join('');
}
