import type { ClientScreen } from './client-screen.ts';

const UNREAD = 'script, style, textarea, [translate="no"]';

/** As a browser's translator does: each text is replaced by one of its own, in two elements; what says no is left. */
export function translatePage(): void {
  for (const text of texts()) {
    if (text.parentElement?.closest(UNREAD)) continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.append(document.createTextNode(text.data));
    outer.append(inner);
    text.replaceWith(outer);
  }
}

/**
 * What a translator would leave wrong: texts that React writes to by themselves (they are on no page any more), elements
 * that say something else than React has drawn, and figures that it would translate.
 */
export function faultsUnderTranslation(): string[] {
  const bare = texts().filter((text) => internalsOf(text, '__reactFiber'));
  const elements = [...document.body.querySelectorAll('*')].flatMap((element) => {
    const drawn = internalsOf(element, '__reactProps')?.['children'];
    return typeof drawn === 'string' || typeof drawn === 'number' ? [{ element, drawn: String(drawn) }] : [];
  });
  const stale = elements.filter(
    ({ element, drawn }) => element.textContent !== drawn && element.tagName !== 'TEXTAREA',
  );
  const figures = elements.filter(
    ({ element, drawn }) => /\d/.test(drawn) && !/\p{Ll}/u.test(drawn) && !isLeft(element),
  );
  return [
    ...bare.map((text) => `no element of its own: ${text.data}`),
    ...stale.map(({ element, drawn }) => `says ${element.textContent} and not ${drawn}`),
    ...figures.map(({ drawn }) => `would be translated: ${drawn}`),
  ];
}

/** Spanish that the server sends to an English screen; papers bind in Spanish, and say so. */
export function spanishWords(): string[] {
  const said = texts().filter((text) => !text.parentElement?.closest('[lang="es"], script, style'));
  return said
    .map(({ data }) => data)
    .filter((text) =>
      /(^|\s)(préstamo|cuenta|contrato|adenda|constancia|cronograma|fecha|tus?|para|devuelvo|leí)(\s|$)/i.test(text),
    );
}

function isLeft(element: Element): boolean {
  return element.closest('[translate="no"], option, svg') !== null;
}

/** 4: texts alone; the window of the tests has no `NodeFilter`. */
function texts(): Text[] {
  const walker = document.createTreeWalker(document.body, 4);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

function internalsOf(node: Node, kind: string): Readonly<Record<string, unknown>> | undefined {
  const key = Object.keys(node).find((name) => name.startsWith(kind));
  return key === undefined ? undefined : (node as unknown as Record<string, Record<string, unknown>>)[key];
}

/** What a person does that changes a screen: sliders, choices, boxes, and figures that open how they are worked out. */
export async function changeEverything(screen: ClientScreen, after: () => void): Promise<void> {
  const acts: (() => Promise<void>)[] = [];
  const each = <Found extends HTMLElement>(selector: string, act: (found: Found) => Promise<void> | void) => {
    const count = Math.min(2, document.querySelectorAll(`main ${selector}`).length);
    for (let index = 0; index < count; index += 1) {
      acts.push(async () => {
        const found = document.querySelectorAll<Found>(`main ${selector}`)[index];
        if (found?.isConnected) await act(found);
      });
    }
  };
  each<HTMLInputElement>('input[type=range]', ({ name, min, step }) =>
    screen.type(`input[type=range][name="${name}"]`, String(Number(min) + Number(step || 1))),
  );
  each('.step button', (button) => button.click());
  each('input[type=radio]:not(:checked)', (radio) => radio.click());
  each('input[type=checkbox]', (box) => box.click());
  each('summary', (summary) => summary.click());
  each('.explain', async (figure) => {
    figure.click();
    await screen.until(() => screen.text());
    after();
    document.querySelector<HTMLElement>('dialog button:last-of-type')?.click();
  });
  for (const act of acts) {
    await act();
    await pause(30);
    after();
  }
  // Prices are asked for 300 ms after the last change.
  await pause(350);
  after();
  for (const event of ['offline', 'online']) {
    screen.window.dispatchEvent(new screen.window.Event(event));
    await pause(30);
    after();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
