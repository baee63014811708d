import type {} from '#stores/frame-events.ts';
import { logoLeadsOn } from '../default/header-rules.ts';
import { startMenu } from '../default/menu.ts';
import type { AccountTexts } from './account-texts.ts';

/**
 * Puts a client's menu into the header, in the place that its page keeps for it or of the visitor's link: greets by
 * name, leads to loans and profile, logs out.
 */
export function startAccount(texts: AccountTexts): void {
  const header = document.querySelector('.top');
  if (!header) return;
  const name = make('span', { textContent: texts.button });
  const button = make('button', { type: 'button', className: 'btn line sm account-btn' }, name, chevron());
  const menu = menuOf(texts);
  button.setAttribute('popovertarget', menu.id);
  button.setAttribute('aria-expanded', 'false');
  header.append(menu);
  // The page of a screen keeps a place; on any other it is the last but the phone's menu.
  const place = header.querySelector('.account-btn');
  if (place) place.replaceWith(button);
  else header.querySelector('.lang')?.after(button);
  startMenu(menu, button);
  greet(button, texts, readName(texts.nameKey));
  document.querySelector<HTMLAnchorElement>('.top .logo')?.addEventListener('click', (event) => leadOn(event, texts));
  document.addEventListener('manay:first-name', ({ detail }) => greet(button, texts, detail));
}

function menuOf(texts: AccountTexts): HTMLElement {
  const items: HTMLElement[] = texts.links.map(({ href, text, ...rest }) => {
    const isHere = new URL(href, location.href).pathname === location.pathname;
    const link = make('a', { href, textContent: text, ...rest });
    if (isHere) link.setAttribute('aria-current', 'page');
    return link;
  });
  const leave = make('button', { type: 'button', className: 'log-out', textContent: texts.logOut });
  leave.addEventListener('click', () => logOut(texts));
  const list = make('ul', {}, ...[...items, leave].map((item) => make('li', {}, item)));
  const menu = make('nav', { id: 'account', className: 'menu account', ariaLabel: texts.menu }, list);
  menu.setAttribute('popover', '');
  return menu;
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: (Element | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

function chevron(): SVGSVGElement {
  const icon = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', 'M5 9l7 7 7-7');
  icon.setAttribute('class', 'i');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  icon.append(path);
  return icon;
}

function readName(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Forbidden by the browser's settings: the button keeps its general name.
    return null;
  }
}

function greet(button: HTMLElement, texts: AccountTexts, name: string | null): void {
  if (!name) return;
  (button.querySelector('span') as HTMLElement).textContent = name;
  button.ariaLabel = texts.of.replace('{name}', name);
}

/** A client goes on with their next screen by the logo. Set before the press is followed, so that it leads there. */
function leadOn({ currentTarget }: Event, { next, leave }: AccountTexts): void {
  const path = location.pathname.replace(/^\/(?:en\/)?|\/$/g, '');
  (currentTarget as HTMLAnchorElement).href = /\bauth=/.test(document.cookie) && logoLeadsOn(path) ? next : leave;
}

/** Nobody looks at a still page for longer. */
const PATIENCE_MS = 2_000;

/**
 * The server ends the session and takes its own cookies; what the page can read goes at once, whatever the network says.
 */
async function logOut({ cookies, nameKey, leave }: AccountTexts): Promise<void> {
  const token = /(?:^|; )auth=([^;]*)/.exec(document.cookie)?.[1] ?? '';
  const headers = { authorization: `Bearer ${token}` };
  const ended = fetch('/api/v1/auth/logout', { method: 'POST', headers, keepalive: true }).catch(() => undefined);
  for (const name of cookies) {
    // biome-ignore lint/suspicious/noDocumentCookie: js-cookie would be as much again as this whole script
    document.cookie = `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;
  }
  try {
    localStorage.removeItem(nameKey);
  } catch {
    // Then there is nothing in it either.
  }
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  location.assign(leave);
}
