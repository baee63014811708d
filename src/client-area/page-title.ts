let title = '';
let prefix = '';

/** The title of the screen that is shown: its own, and the site's. */
export function setPageTitle(screen: string, site: string): void {
  title = screen.includes(site) ? screen : `${screen} | ${site}`;
  write();
}

/** "Error in": said first, so that a screen reader's user knows at once. Empty takes it away. */
export function setTitlePrefix(words: string): void {
  prefix = words;
  write();
}

function write(): void {
  if (title) document.title = prefix ? `${prefix} ${title}` : title;
}
