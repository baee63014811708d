/**
 * The hero's dots and arrows. Swiping uses scroll-snap and the dots are links, so without script only the arrows are
 * missing. Slides do not advance by themselves.
 */
export function startSlider(slides: HTMLElement, controls: HTMLElement): void {
  const dots = [...controls.querySelectorAll('a')];
  let current = 0;

  const show = (index: number): void => {
    // After the last slide comes the first (product-spec §4).
    const target = (index + dots.length) % dots.length;
    slides.scrollTo({ left: target * slides.clientWidth, behavior: scrollBehavior() });
  };
  const mark = (): void => {
    current = Math.round(slides.scrollLeft / slides.clientWidth);
    for (const [k, dot] of dots.entries()) {
      if (k === current) dot.setAttribute('aria-current', 'true');
      else dot.removeAttribute('aria-current');
    }
  };

  for (const [k, dot] of dots.entries()) {
    dot.addEventListener('click', (event) => {
      // A followed link would also scroll the page and add `#slide-2` to the address.
      event.preventDefault();
      show(k);
    });
  }
  for (const arrow of controls.querySelectorAll('button')) {
    arrow.addEventListener('click', () => show(current + Number(arrow.dataset['step'])));
  }
  slides.addEventListener('scroll', mark, { passive: true });
}

function scrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}
