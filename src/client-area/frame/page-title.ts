let title = '';
let prefix = '';

/** Sets the document title: the screen's and the site's. */
export function setPageTitle(screen: string, site: string): void {
  title = screen.includes(site) ? screen : `${screen} | ${site}`;
  write();
}

/** Puts "Error in" before the title, so that screen readers say it first. Empty removes it. */
export function setTitlePrefix(words: string): void {
  prefix = words;
  write();
}

function write(): void {
  if (title) document.title = prefix ? `${prefix} ${title}` : title;
}
