import { useStore } from '@nanostores/react';
import { type ComponentProps, memo, type ReactNode, Suspense, useDeferredValue, useEffect } from 'react';
import { PRODUCT_TYPES } from '#loan/product.ts';
import { termChoices } from '#loan/selection.ts';
import { startAnnouncing } from './announcing.ts';
import { commitAmount } from './calculator.store.ts';
import type { CardModel } from './card-model.ts';
import { cardView, placesOf } from './card-view.ts';
import { Details } from './details.tsx';
import { AmountControl } from './parts/amount-control.tsx';
import { ProductToggle, TermPicker } from './parts/choices.tsx';
import { Icon } from './parts/icon.tsx';
import { Problem, Receipt } from './parts/receipt.tsx';
import { startReactions } from './reactions.ts';

interface CardProps {
  readonly card: Omit<CardModel, 'applyPath'>;
  /** The link to the application, or the button that a client applies with. */
  readonly cta: ReactNode;
  /** Further attributes of a page's form, for the time before its script. */
  readonly form?: ComponentProps<'form'>;
  readonly children?: ReactNode;
}

/** Hydrated by itself, after the choices: a tap that comes meanwhile waits for the choices alone. */
const LaterDetails = memo((props: ComponentProps<typeof Details>) => (
  <Suspense>
    <Details {...props} />
  </Suspense>
));

/** The calculator of a first loan, in the order of a phone: choices, total, button, details. */
export function Card({ card, cta, form, children }: CardProps) {
  const { $calculator, id, say } = card;
  const state = useStore($calculator);
  // At first what is in the page; later the details follow when the total has been painted.
  const offer = useDeferredValue(state.offer, $calculator.init?.offer);
  useEffect(() => startReactions($calculator), [$calculator]);
  useEffect(() => startAnnouncing($calculator, say), [$calculator, say]);
  const at = placesOf(cardView(state, card, offer !== state.offer));
  const part = { card, at };
  return (
    <form
      className="calc"
      aria-label={say('calc_label')}
      // Firefox would restore the values of the last visit, which would look like the client's input.
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        commitAmount($calculator);
      }}
      {...form}
    >
      {children}
      <div className="ctl">
        {!state.fixedType && <ProductToggle {...part} />}
        <AmountControl {...part} />
        {PRODUCT_TYPES.map((type) => (
          <TermPicker key={type} {...part} productType={type} terms={termChoices(state.published, type)} />
        ))}
      </div>
      <div className="note bad" {...at('closed')}>
        <Icon name="warning" />
        <span {...at('closed text')} />
      </div>
      <div className="receipt" {...at('receipt')}>
        <div>
          <Receipt {...part} />
          <Problem {...part} />
        </div>
        <div className="cta">
          {cta}
          <p className="xs mute">{say('calc_no_commitment')}</p>
        </div>
        <div className="det" {...at('details')}>
          <LaterDetails
            id={id}
            offer={offer}
            igvPercent={state.product.pricing.igvPercent}
            say={say}
            terms={state.published.singlePayProduct.termOptions}
          />
        </div>
      </div>
      <p className="sr" role="status" {...at('spoken')} />
    </form>
  );
}
