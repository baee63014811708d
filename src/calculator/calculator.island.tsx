import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { applyView } from './apply.ts';
import { Card } from './card.tsx';
import { type CalculatorProps, type CardModel, createCard } from './card-model.ts';
import { placesOf } from './card-view.ts';
import { $clientView } from './client-view.ts';
import { readEarlyChanges } from './early-changes.ts';
import { ApplyLink } from './parts/apply-link.tsx';

/** The calculator, an island: `client:act` (client-act.ts) says when React hydrates it. */
export function Calculator(props: CalculatorProps) {
  const [card] = useState(() => createCard(props));
  // Hydration begins with what is in the page.
  const client = useStore($clientView, { ssr: 'initial' });
  return client?.card === card.id ? client.view : <VisitorsCard card={card} {...props} />;
}

function VisitorsCard({ card, ...props }: CalculatorProps & { readonly card: CardModel }) {
  const { $calculator, say } = card;
  const state = useStore($calculator);
  const at = placesOf(applyView(state, card));
  const ref = useRef<HTMLFormElement>(null);
  // Native controls may have been used while React was hydrating.
  useLayoutEffect(() => readEarlyChanges($calculator, ref.current as HTMLFormElement), [$calculator]);
  const form = { ref, action: props.applyPath, 'aria-label': labelOf(card, props) };
  return (
    <Card card={card} cta={<ApplyLink $calculator={$calculator} at={at} />} form={form}>
      <noscript>
        <p>{say('calc_no_script')}</p>
      </noscript>
      {/* For a form that is sent before the script has come. */}
      <input type="hidden" name="productId" {...at('productId')} />
      {props.fixedType && <input type="hidden" name="productType" value={props.initialProductType} />}
    </Card>
  );
}

/** Two calculators on a page are two landmarks with distinct names. */
function labelOf({ say }: CardModel, { fixedType, initialProductType }: CalculatorProps): string {
  const type = say(initialProductType === 'SINGLE_PAY' ? 'calc_single_pay' : 'calc_installment');
  return fixedType ? `${say('calc_label')}: ${type}` : say('calc_label');
}
