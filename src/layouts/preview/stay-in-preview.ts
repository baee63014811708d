/** Links to pages of the site lead to their previews. */
export function stayInPreview(): void {
  const base = location.pathname.startsWith('/preview/') ? '/preview' : '';
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!base || !link || link.origin !== location.origin || link.pathname.startsWith('/preview/')) return;
    if (/\.\w+$|^\/(?:api|sandbox|editor|application|profile)\b/.test(link.pathname)) return;
    link.pathname = `${base}${link.pathname}`;
  });
}
