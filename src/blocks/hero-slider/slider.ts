/** A finger that moved less sideways has tapped or scrolled the page. */
const SWIPE_PX = 40;

/**
 * Starts the hero's dots and arrows. Swiping uses scroll-snap and the dots are links, so without script only the arrows
 * and the way past either end are missing. Slides do not advance by themselves.
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
  slides.addEventListener('scroll', mark, PASSIVE);
  // A browser does not scroll past the last slide or before the first, so a swipe there goes round.
  let start: { readonly touch: Touch | undefined; readonly slide: number } | undefined;
  slides.addEventListener('touchstart', ({ touches }) => (start = { touch: touches[0], slide: current }), PASSIVE);
  slides.addEventListener('touchend', ({ changedTouches: [end] }) => {
    const { touch, slide } = start ?? {};
    if (!touch || !end || slide === undefined) return;
    const [across, down] = [touch.clientX - end.clientX, touch.clientY - end.clientY];
    const isAtEnd = slide === (across > 0 ? dots.length - 1 : 0);
    if (isAtEnd && Math.abs(across) > Math.max(SWIPE_PX, Math.abs(down))) show(slide + Math.sign(across));
  });
}

const PASSIVE = { passive: true } as const;

function scrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}
