/** Marks the topic being read in the side navigation. Without script the links still work. */
export function followTopics(nav: HTMLElement): void {
  const links = [...nav.querySelectorAll('a')];
  const linkOf = (id: string) => links.find((link) => link.hash === `#${id}`);
  const observer = new IntersectionObserver(
    (entries) => {
      const reading = entries.find((entry) => entry.isIntersecting);
      const active = reading && linkOf(reading.target.id);
      if (!active) return;
      for (const link of links) link.removeAttribute('aria-current');
      active.setAttribute('aria-current', 'true');
    },
    // The current topic is the one that crosses a line a third down the screen.
    { rootMargin: '-33% 0px -66% 0px' },
  );
  for (const link of links) {
    const topic = document.getElementById(link.hash.slice(1));
    if (topic) observer.observe(topic);
  }
}

/** Opens the question a link points to: the browser scrolls there but leaves it closed. */
export function openLinkedQuestion(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
