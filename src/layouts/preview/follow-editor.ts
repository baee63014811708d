import { loadStoryblokBridge } from '@storyblok/astro';

/** The global of Storyblok's bridge script (platform 1.9). */
interface Bridge {
  on(
    events: string | readonly string[],
    listener: (event: { readonly story?: { readonly content: unknown } }) => void,
  ): void;
}
type BridgeClass = new () => Bridge;

/** Debounce of typing. */
const TYPING_MS = 250;

/** Shows unsaved changes while they are typed, and reloads after saving or publishing. */
export function followEditor(): void {
  stayInPreview();
  if (!document.querySelector('meta[name="storyblok-bridge"]')) return;
  void loadStoryblokBridge().then(() => {
    const { StoryblokBridge } = window as unknown as { readonly StoryblokBridge: BridgeClass };
    const bridge = new StoryblokBridge();
    bridge.on(['change', 'published', 'unpublished'], () => location.reload());
    let timer: ReturnType<typeof setTimeout> | undefined;
    bridge.on('input', ({ story }) => {
      clearTimeout(timer);
      timer = setTimeout(() => void showTyped(story?.content), TYPING_MS);
    });
  });
}

/** The server renders the unsaved story; only the page's main part is replaced, so nothing jumps. */
async function showTyped(content: unknown): Promise<void> {
  const response = await fetch(location.href, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ content }),
  });
  const typed = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main');
  if (typed) document.querySelector('main')?.replaceWith(typed);
}

/** Links to pages of the site lead to their previews. */
function stayInPreview(): void {
  const base = location.pathname.startsWith('/preview/') ? '/preview' : '';
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!base || !link || link.origin !== location.origin || link.pathname.startsWith('/preview/')) return;
    if (/\.\w+$|^\/(?:api|sandbox|editor|application|profile)\b/.test(link.pathname)) return;
    link.pathname = `${base}${link.pathname}`;
  });
}
