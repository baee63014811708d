import type { ReactElement, ReactNode } from 'react';

const SVG = 'http://www.w3.org/2000/svg';

type Props = Readonly<Record<string, unknown>>;
type Drawn = ReactElement<Props, string>;

/**
 * Makes the children of an element equal to a React node, without React: for components that are pure functions of
 * their props. What is there already is kept: an element of the same tag and first class, with its focus and all that
 * a person is doing to it. Only differences are written.
 */
export function draw(parent: Element, node: ReactNode): void {
  let at: ChildNode | null = parent.firstChild;
  const put = (found: ChildNode | null, make: () => ChildNode): ChildNode => {
    if (!found) return parent.insertBefore(make(), at);
    while (at !== found) at = removed(at as ChildNode);
    at = found.nextSibling;
    return found;
  };
  for (const wanted of flat(node)) {
    if (typeof wanted === 'string') {
      const text = put(at?.nodeType === Node.TEXT_NODE ? at : null, () => document.createTextNode(wanted)) as Text;
      if (text.data !== wanted) text.data = wanted;
    } else {
      const found = nextLike(at, wanted);
      paint(put(found, () => create(parent, wanted)) as Element, wanted);
    }
  }
  while (at) at = removed(at);
}

/** The elements and texts of a node, with components and fragments resolved; neighbouring texts are one. */
function flat(node: ReactNode, into: (Drawn | string)[] = []): (Drawn | string)[] {
  if (Array.isArray(node)) for (const child of node) flat(child, into);
  else if (typeof node === 'object' && node !== null) {
    const { type, props } = node as ReactElement<Props>;
    if (typeof type === 'function') flat((type as (props: Props) => ReactNode)(props), into);
    else if (typeof type === 'symbol') flat(props['children'] as ReactNode, into);
    else into.push(node as Drawn);
  } else if (node !== undefined && node !== null && typeof node !== 'boolean') {
    if (typeof into.at(-1) === 'string') into.push(`${into.pop()}${node}`);
    else into.push(String(node));
  }
  return into;
}

function removed(node: ChildNode): ChildNode | null {
  const next = node.nextSibling;
  node.remove();
  return next;
}

function nextLike(from: ChildNode | null, wanted: Drawn): ChildNode | null {
  let node = from;
  while (node && !isLike(node, wanted)) node = node.nextSibling;
  return node;
}

function isLike(node: ChildNode, { type, props }: Drawn): boolean {
  const last = drawn.get(node);
  if (last) return last.type === type && lookOf(last.props) === lookOf(props);
  return node instanceof Element && node.localName === type && (node.classList[0] ?? '') === lookOf(props);
}

/** The first class. */
function lookOf({ className = '' }: { readonly className?: string }): string {
  const end = className.indexOf(' ');
  return end < 0 ? className : className.slice(0, end);
}

function create(parent: Element, { type }: Drawn): Element {
  return document.createElementNS(type === 'svg' ? SVG : parent.namespaceURI, type);
}

/** Attributes that React names differently. */
const NAMES = new Map([
  ['className', 'class'],
  ['htmlFor', 'for'],
]);
/** As React's: `onChange` is called at every change, not when the field is left. */
const EVENTS = new Map([
  ['onChange', 'input'],
  ['onBlur', 'focusout'],
]);
/** What a person changes: the attribute is only the beginning. */
const LIVE = ['value', 'checked'];
/** What is inside. */
const LEFT = ['children', 'dangerouslySetInnerHTML'];

/** What each node was last drawn as: asking the page itself takes most of a drawing's time. */
const drawn = new WeakMap<Node, Drawn>();

function paint(element: Element, wanted: Drawn): void {
  const last = drawn.get(element)?.props;
  const { props } = wanted;
  drawn.set(element, wanted);
  for (const name in props) {
    const value = props[name];
    if (LIVE.includes(name)) assign(element, name, value);
    else if (typeof value === 'function') {
      if (!last?.[name]) listen(element, name);
    } else if (!LEFT.includes(name) && !(last && last[name] === value)) write(element, NAMES.get(name) ?? name, value);
  }
  if (!('dangerouslySetInnerHTML' in props)) draw(element, props['children'] as ReactNode);
}

function assign(element: Element, name: string, value: unknown): void {
  const live = element as unknown as Record<string, unknown>;
  const wanted = typeof value === 'number' ? String(value) : value;
  if (live[name] !== wanted) live[name] = wanted;
}

/** Calls the handler of the last drawing. */
function listen(element: Element, name: string): void {
  const type = EVENTS.get(name) ?? name.slice(2).toLowerCase();
  element.addEventListener(type, (event) => (drawn.get(element)?.props[name] as EventListener | undefined)?.(event));
}

function write(element: Element, name: string, value: unknown): void {
  const isSaid = name.startsWith('aria-') && typeof value === 'boolean';
  const text = isSaid ? String(value) : value === true ? '' : value === false ? undefined : value;
  if (text === undefined || text === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(text)) element.setAttribute(name, String(text));
}
