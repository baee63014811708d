/** Makes "Back" return to the previous page of this site; without script or history it is a link to the home page. */
export function startBackLinks(root: ParentNode): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-back]')) {
    link.addEventListener('click', (event) => {
      if (history.length < 2 || !document.referrer.startsWith(location.origin)) return;
      event.preventDefault();
      history.back();
    });
  }
}
