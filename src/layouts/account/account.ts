import Cookies from 'js-cookie';
import { AUTH_COOKIE } from '#api/access.ts';
import { withoutLocale } from '#i18n/locale.ts';
import type {} from '#stores/frame-events.ts';
import type { Menu } from '#stores/menus.ts';
import type { AccountTexts } from './account-texts.ts';

/**
 * Adds the client's menu to the header, in the place the page reserves or in place of the visitor's link: greeting,
 * loans and profile, logging out.
 */
export function startAccount(texts: AccountTexts): void {
  const header = document.querySelector('.top');
  if (!header) return;
  const name = make('span', { textContent: texts.button });
  const button = make('button', { type: 'button', className: 'btn line sm account-btn' }, name, chevron());
  const menu = menuOf(texts);
  button.setAttribute('popovertarget', menu.id);
  header.append(menu);
  // Client-area pages reserve a place; on other pages it comes before the phone's menu.
  const place = header.querySelector('.account-btn');
  const hadFocus = place !== null && place === document.activeElement;
  if (place) place.replaceWith(button);
  else header.querySelector('.lang')?.after(button);
  // The menu is loaded after the page: someone may have tabbed to the link by then.
  if (hadFocus) button.focus();
  greet(button, texts, readName(texts.keys[0]));
  document.querySelector<HTMLAnchorElement>('.top .logo')?.addEventListener('click', (event) => leadOn(event, texts));
  document.addEventListener('manay:first-name', ({ detail }) => greet(button, texts, detail));
  // A page that Back has kept, or whose session another tab has ended, must not show who was here.
  const look = () => {
    if (Cookies.get(AUTH_COOKIE)) return greet(button, texts, readName(texts.keys[0]));
    menu.remove();
    button.replaceWith(
      make('a', { className: 'btn line sm client-link', href: texts.next, textContent: texts.button }),
    );
  };
  for (const event of ['pageshow', 'storage']) addEventListener(event, look);
  document.addEventListener('visibilitychange', look);
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
  menu.dataset['menu'] = 'profile' satisfies Menu;
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
    // Storage is forbidden by the browser's settings: the button keeps its general label.
    return null;
  }
}

function greet(button: HTMLElement, texts: AccountTexts, name: string | null): void {
  if (!name) return;
  (button.querySelector('span') as HTMLElement).textContent = name;
  button.ariaLabel = texts.of.replace('{name}', name);
}

/**
 * Sets the logo's link just before it is followed: to the client's next screen, except on the loans page (product-spec
 * §2).
 */
function leadOn({ currentTarget }: Event, { next, leave }: AccountTexts): void {
  const path = withoutLocale(location.pathname).replace(/^\/|\/$/g, '');
  const leadsOn = Cookies.get(AUTH_COOKIE) && path !== 'profile';
  (currentTarget as HTMLAnchorElement).href = leadsOn ? next : leave;
}

/** The request's timeout; after it the page leaves anyway. */
const LOG_OUT_TIMEOUT_MS = 2_000;

/**
 * Logs out. The server ends the session and removes its own cookies; script-readable ones are removed at once, whatever
 * the network does.
 */
async function logOut({ cookies, keys, leave }: AccountTexts): Promise<void> {
  const headers = { authorization: `Bearer ${Cookies.get(AUTH_COOKIE) ?? ''}` };
  const ended = fetch('/api/v1/auth/logout', { method: 'POST', headers, keepalive: true }).catch(() => undefined);
  for (const name of cookies) Cookies.remove(name);
  try {
    for (const key of keys) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // Storage is forbidden, so there is nothing to remove.
  }
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LOG_OUT_TIMEOUT_MS))]);
  location.assign(leave);
}
