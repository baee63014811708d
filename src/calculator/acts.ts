import { PRODUCT_TYPES } from '#loan/product.ts';
import {
  askAgain,
  type CalculatorStore,
  changeAmount,
  changeProductType,
  changeTerm,
  commitAmount,
  stepAmount,
  typeAmount,
} from './calculator.store.ts';

/** What a person does with a card's controls, from React's events and, before it has come, the page's own. */

/** Another value of a control. */
export function change(
  $calculator: CalculatorStore,
  { name, value }: { readonly name: string; readonly value: string },
) {
  if (name === 'amount') changeAmount($calculator, Number(value));
  else if (name === 'term') changeTerm($calculator, Number(value));
  else if (name === 'typed') typeAmount($calculator, value);
  else for (const type of PRODUCT_TYPES) if (type === value) changeProductType($calculator, type);
}

/** A button, by its place (card-view.ts). */
export function press($calculator: CalculatorStore, { dataset }: HTMLElement) {
  const place = dataset['at'];
  if (place === 'less') stepAmount($calculator, -1);
  else if (place === 'more') stepAmount($calculator, 1);
  else if (place === 'retry') askAgain($calculator);
}

/** The form is sent with the Enter key. */
export function submit($calculator: CalculatorStore, event: Pick<Event, 'preventDefault'>) {
  event.preventDefault();
  commitAmount($calculator);
}
