/**
 * "Back" returns to the page the person came from; without script, or when they came from elsewhere, it is a plain
 * link to the home page.
 */
export function startBackLinks(root: ParentNode): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-back]')) {
    link.addEventListener('click', (event) => {
      if (history.length < 2 || !document.referrer.startsWith(location.origin)) return;
      event.preventDefault();
      history.back();
    });
  }
}
