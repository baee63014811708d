/** What Storyblok's bridge script puts into the window (platform 1.9). */
interface Bridge {
  on(
    events: string | readonly string[],
    listener: (event: { readonly story?: { readonly content: unknown } }) => void,
  ): void;
}
type BridgeClass = new () => Bridge;

/** Long enough for one word, short enough to look live. */
const TYPING_MS = 250;

/** Shows what is being typed, and loads the page again when it was saved or published. */
export function followEditor(): void {
  stayInPreview();
  const url = document.querySelector<HTMLMetaElement>('meta[name="storyblok-bridge"]')?.content;
  if (!url) return;
  const script = document.createElement('script');
  script.src = url;
  script.addEventListener('load', () => {
    const { StoryblokBridge } = window as unknown as { readonly StoryblokBridge: BridgeClass };
    const bridge = new StoryblokBridge();
    bridge.on(['change', 'published', 'unpublished'], () => location.reload());
    let timer: ReturnType<typeof setTimeout> | undefined;
    bridge.on('input', ({ story }) => {
      clearTimeout(timer);
      timer = setTimeout(() => void showTyped(story?.content), TYPING_MS);
    });
  });
  document.head.append(script);
}

/** The server renders what is typed, with the same blocks; only the page's middle is exchanged, so nothing jumps. */
async function showTyped(content: unknown): Promise<void> {
  const response = await fetch(location.href, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ content }),
  });
  const typed = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main');
  if (typed) document.querySelector('main')?.replaceWith(typed);
}

/** A link to a page of the site leads to that page's preview. */
function stayInPreview(): void {
  const base = location.pathname.startsWith('/preview/') ? '/preview' : '';
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!base || !link || link.origin !== location.origin || link.pathname.startsWith('/preview/')) return;
    if (/\.\w+$|^\/(?:api|sandbox|editor|application|profile)\b/.test(link.pathname)) return;
    link.pathname = `${base}${link.pathname}`;
  });
}
