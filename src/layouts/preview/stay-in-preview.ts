/**
 * Makes links to pages of the site lead to their previews, and shows the visitors' calculators to an editor who has a
 * session as a client in the same browser: no client's calculator comes here.
 */
export function stayInPreview(): void {
  for (const card of document.querySelectorAll('[data-clients-wait]')) card.removeAttribute('data-clients-wait');
  const base = location.pathname.startsWith('/preview/') ? '/preview' : '';
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!base || !link || link.origin !== location.origin || link.pathname.startsWith('/preview/')) return;
    if (/\.\w+$|^\/(?:api|sandbox|editor|application|profile)\b/.test(link.pathname)) return;
    link.pathname = `${base}${link.pathname}`;
  });
}
