/** An element with its namespace resolved. */
export interface XmlElement {
  readonly namespace: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The characters that stand directly in it, as written. */
  readonly text: string;
}

/** Characters that XML 1.0 does not have, half of a pair included. */
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

const TEXT_ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['\r', '&#xD;'],
]);
const ATTRIBUTE_ESCAPES = new Map([...TEXT_ESCAPES, ['"', '&quot;'], ['\t', '&#x9;'], ['\n', '&#xA;']]);

/**
 * Escapes a text as canonical XML does.
 * @throws RangeError when it has a character that XML cannot hold
 */
export function xmlText(text: string): string {
  assertXml(text);
  return text.replace(/[&<>\r]/g, (found) => TEXT_ESCAPES.get(found) as string);
}

function xmlAttribute(text: string): string {
  assertXml(text);
  return text.replace(/[&<"\t\n\r]/g, (found) => ATTRIBUTE_ESCAPES.get(found) as string);
}

function assertXml(text: string): void {
  if (NO_XML.test(text)) throw new RangeError('a text has a character that XML cannot hold');
}

/**
 * Writes an element in canonical form (Canonical XML 1.0): namespaces first, then attributes, each sorted by name, and
 * an end tag always. `attributes` must have no prefix but `xmlns`, because those would be sorted by their namespace.
 * @param content a text, which is escaped, or elements written by this function
 */
export function xmlElement(
  name: string,
  content: string | readonly string[],
  attributes: Readonly<Record<string, string>> = {},
): string {
  const names = Object.keys(attributes).sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
  const written = names.map((key) => ` ${key}="${xmlAttribute(attributes[key] as string)}"`).join('');
  return `<${name}${written}>${typeof content === 'string' ? xmlText(content) : content.join('')}</${name}>`;
}

function rankOf(name: string): number {
  return name === 'xmlns' ? 0 : name.startsWith('xmlns:') ? 1 : 2;
}

const MAX_DEPTH = 64;
const ATTRIBUTE = /\s+([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)\s*=\s*(?:"([^<"]*)"|'([^<']*)')/y;
const START = /<([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)/y;
const END = /<\/([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)\s*>/y;
const COMMENT = /<!--(?:(?!--)[\s\S])*-->/y;
const CDATA = /<!\[CDATA\[((?:(?!\]\]>)[\s\S])*)\]\]>/y;
const CHARACTERS = /[^<]+/y;
const CLOSE = /\s*(\/?)>/y;
const DECLARATION = /^<\?xml\s[^?]*\?>/;
const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

interface Open {
  readonly tag: string;
  readonly element: { -readonly [Key in keyof XmlElement]: XmlElement[Key] } & { children: XmlElement[] };
  readonly scope: Readonly<Record<string, string>>;
}

/**
 * Reads what another system sent as XML in UTF-8 or ISO-8859-1; undefined when it is not well-formed. Strict on
 * purpose: no document type, no entities but the five, no processing instructions, at most 64 levels, so that nothing
 * in it can be fetched, expanded or nested without end. The caller limits its size.
 */
export function readXml(bytes: Uint8Array): XmlElement | undefined {
  const source = decoded(bytes);
  if (source === undefined || NO_XML.test(source)) return undefined;
  try {
    return parse(source.replace(DECLARATION, '').replace(/\r\n?/g, '\n'));
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

class Malformed extends Error {}

function decoded(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const encoding = /^<\?xml\s[^?]*encoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1]?.toLowerCase() ?? 'utf-8';
  if (encoding === 'iso-8859-1') return Buffer.from(bytes).toString('latin1');
  if (encoding !== 'utf-8' && encoding !== 'utf8') return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parse(source: string): XmlElement {
  const parser = new Parser(source);
  while (parser.step());
  return parser.root ?? fail();
}

function fail(): never {
  throw new Malformed();
}

class Parser {
  readonly #source: string;
  readonly #open: Open[] = [];
  #at = 0;
  #root: XmlElement | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  /** The whole of it, when it has been read to its end. */
  get root(): XmlElement | undefined {
    return this.#open.length === 0 ? this.#root : undefined;
  }

  /** Reads the next piece; false at the end. */
  step(): boolean {
    if (this.#at === this.#source.length) return false;
    const characters = this.#take(CHARACTERS);
    if (characters?.[0].includes(']]>')) fail();
    if (characters) this.#addText(unescaped(characters[0]));
    else if (!this.#take(COMMENT)) this.#readMarkup();
    return true;
  }

  #readMarkup(): void {
    const inside = this.#open.at(-1);
    const literal = inside && this.#take(CDATA);
    if (literal) this.#addText(literal[1] as string);
    else if (inside && this.#source.startsWith('</', this.#at)) {
      if (this.#take(END)?.[1] !== inside.tag) fail();
      this.#open.pop();
    } else this.#readStart(inside);
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  #addText(text: string): void {
    const inside = this.#open.at(-1);
    if (inside) inside.element.text += text;
    else if (text.trim() !== '') fail();
  }

  #readStart(outer: Open | undefined): void {
    const tag = this.#take(START)?.[1] ?? fail();
    const { attributes, scope } = this.#readAttributes(outer?.scope);
    const [, slash] = this.#take(CLOSE) ?? fail();
    const [local = '', prefix = ''] = tag.split(':').reverse();
    const namespace = Object.hasOwn(scope, prefix) ? (scope[prefix] as string) : prefix === '' ? '' : fail();
    const element = { namespace, name: local, attributes, children: [], text: '' };
    if (outer) outer.element.children.push(element);
    else if (this.#root) fail();
    else this.#root = element;
    if (slash === '') this.#open.push({ tag, element, scope });
    if (this.#open.length > MAX_DEPTH) fail();
  }

  #readAttributes(outer: Open['scope'] = { xml: XML_NAMESPACE }) {
    const attributes: Record<string, string> = {};
    const scope: Record<string, string> = { ...outer };
    for (let found = this.#take(ATTRIBUTE); found; found = this.#take(ATTRIBUTE)) {
      const [, name = '', double, single] = found;
      const value = unescaped(double ?? single ?? '');
      if (Object.hasOwn(attributes, name)) fail();
      attributes[name] = value;
      if (name === 'xmlns') scope[''] = value;
      else if (name.startsWith('xmlns:')) scope[name.slice(6)] = value;
    }
    return { attributes, scope };
  }
}

function unescaped(text: string): string {
  return text.replace(/&([^;&]{0,12})(;?)/g, (_, name: string, end: string) => {
    const code = /^#(?:x([0-9A-Fa-f]{1,6})|(\d{1,7}))$/.exec(name);
    const read = code
      ? characterOf(Number.parseInt(code[1] ?? (code[2] as string), code[1] ? 16 : 10))
      : ENTITIES.get(name);
    return end === ';' && read !== undefined ? read : fail();
  });
}

function characterOf(code: number): string | undefined {
  if (code > 0x10ffff) return undefined;
  const character = String.fromCodePoint(code);
  return NO_XML.test(character) ? undefined : character;
}

/** The elements of that name directly inside. */
export function xmlChildren({ children }: XmlElement, name: string): readonly XmlElement[] {
  return children.filter((child) => child.name === name);
}

/** The text at a path of names, trimmed; undefined when a step of it is missing or there twice, or the text is empty. */
export function xmlTextAt(element: XmlElement, ...path: readonly string[]): string | undefined {
  let found: XmlElement = element;
  for (const name of path) {
    const [next, again] = xmlChildren(found, name);
    if (!next || again) return undefined;
    found = next;
  }
  return found.text.trim() || undefined;
}
