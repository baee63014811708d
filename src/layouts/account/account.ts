import { startMenu } from '../default/menu.ts';

/**
 * The header's menus, of which the browser opens one at a time, and the client's part: greets by name and logs out. It stands in every page, so it is small and imports
 * nothing that islands import too; what it has to know stands in its elements.
 */
export function startAccount(root: Document): void {
  const button = root.querySelector<HTMLButtonElement>('.account-btn');
  const menu = root.querySelector<HTMLElement>('#account');
  if (!button || !menu) return;
  startMenu(menu, button);
  const [mobileMenu, mobileButton] = [root.querySelector<HTMLElement>('#menu'), root.querySelector('.menu-btn')];
  if (mobileMenu && mobileButton) startMenu(mobileMenu, mobileButton as HTMLButtonElement);
  greet(button, nameIn(button.dataset['key'] ?? ''));
  root.addEventListener('manay:first-name', ({ detail }) => greet(button, detail));
  root.querySelector<HTMLAnchorElement>('.logo')?.addEventListener('click', leadOn);
  root.querySelector<HTMLElement>('.log-out')?.addEventListener('click', ({ currentTarget }) => {
    logOut(currentTarget as HTMLElement, button.dataset['key'] ?? '');
  });
}

function nameIn(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Forbidden by the browser's settings: the button keeps its general name.
    return null;
  }
}

function greet(button: HTMLElement, name: string | null): void {
  if (!name) return;
  (button.querySelector('span') as HTMLElement).textContent = name;
  button.ariaLabel = (button.dataset['label'] ?? '').replace('{name}', name);
}

/** Whoever is signed in goes on with their next screen by the logo. Before the press is followed, so that it leads there. */
function leadOn({ currentTarget }: Event): void {
  const logo = currentTarget as HTMLAnchorElement;
  const { home = '/', next } = logo.dataset;
  const isSignedIn = document.documentElement.classList.contains('signed-in');
  logo.href = next && isSignedIn && logo.hasAttribute('data-on') ? next : home;
}

/**
 * The server ends the session and takes its own cookies; what the page can read goes at once, whatever the network says.
 * The answer is not waited for longer than somebody would look at a still page.
 */
async function logOut({ dataset }: HTMLElement, nameKey: string): Promise<void> {
  const token = /(?:^|; )auth=([^;]*)/.exec(document.cookie)?.[1] ?? '';
  for (const name of ['auth', ...(dataset['cookies'] ?? '').split(' ')]) {
    // biome-ignore lint/suspicious/noDocumentCookie: js-cookie would be a third of what a page may bring
    document.cookie = `${name}=; Path=/; Max-Age=0; Secure; SameSite=Strict`;
  }
  try {
    localStorage.removeItem(nameKey);
  } catch {
    // Then there is nothing in it either.
  }
  const headers = { authorization: `Bearer ${token}` };
  const ended = fetch('/api/v1/auth/logout', { method: 'POST', headers, keepalive: true }).catch(() => undefined);
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  location.assign(dataset['leave'] ?? '/');
}
