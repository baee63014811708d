import { useState } from 'react';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatPercent, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import type { Selection } from '#loan/selection.ts';
import { type KeyValue, KeyValues } from '#ui/figures/key-values.tsx';
import type { StepTextKey } from '../any-step/step-texts.ts';
import { createOrder, type Order } from './order.store.ts';

interface Props extends Pick<ScreenProps<Exclude<StepTextKey, 'step_back'>>, 'say'> {
  readonly selection: Selection;
}

/** The chosen loan and its cost, shown beside every step. */
export function OrderCard({ selection, say }: Props) {
  const [$order] = useState(() => createOrder(selection));
  const order = useStore($order);
  return (
    <div className="stack">
      <h2 className="sr">{say('order_label')}</h2>
      <KeyValues look="side" items={orderFacts(order, say)} />
    </div>
  );
}

/** Lists the chosen loan's facts, and its cost at today's price once that is known. */
export function orderFacts({ selection, offer }: Order, say: Props['say']): KeyValue[] {
  const asked = { name: say('order_amount'), value: formatSoles(fromSoles(selection.amount)) };
  if (!offer) return [asked];
  const total = { name: say('order_total'), value: formatSoles(fromSoles(offer.total)) };
  const tcea = { name: say('order_tcea'), value: formatPercent(offer.tcea) };
  const rows = offer.schedule?.installments;
  const first = rows?.[0];
  if (!rows || !first) {
    return [asked, total, { name: say('order_due'), value: formatDate(offer.dueDate) }, tcea];
  }
  const installments = say('order_installments_of', {
    count: rows.length,
    amount: formatSoles(fromSoles(first.total)),
  });
  return [
    asked,
    total,
    { name: say('order_installments'), value: installments },
    { name: say('order_last_due'), value: formatDate(offer.dueDate) },
    tcea,
  ];
}
