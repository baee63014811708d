import { apply } from '../apply.ts';
import type { CalculatorStore } from '../calculator.store.ts';
import type { At } from '../card-view.ts';

/** The visitor's link to the application. */
export function ApplyLink({ $calculator, at }: { readonly $calculator: CalculatorStore; readonly at: At }) {
  const { href, ...link } = at('apply');
  return (
    <a
      className="btn big wide"
      rel="noopener"
      {...link}
      href={String(href)}
      onClick={(event) => apply($calculator, event, event.currentTarget)}
    >
      <span {...at('apply text')} />
      <span className="sr" {...at('apply tab')} />
    </a>
  );
}
