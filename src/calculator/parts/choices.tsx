import { PRODUCT_TYPES, type ProductType, termUnit } from '#loan/product.ts';
import { type CalculatorStore, changeProductType, changeTerm } from '../calculator.store.ts';
import type { Say } from '../texts.ts';

interface ProductToggleProps {
  readonly $calculator: CalculatorStore;
  readonly productType: ProductType;
  readonly say: Say;
}

/** Single payment or instalments. */
export function ProductToggle({ $calculator, productType, say }: ProductToggleProps) {
  return (
    <fieldset className="seg">
      <legend className="sr">{say('calc_product_type')}</legend>
      {PRODUCT_TYPES.map((type) => (
        <label key={type}>
          <input
            type="radio"
            name="productType"
            value={type}
            checked={type === productType}
            onChange={() => changeProductType($calculator, type)}
          />
          {say(type === 'SINGLE_PAY' ? 'calc_single_pay' : 'calc_installment')}
        </label>
      ))}
    </fieldset>
  );
}

interface TermPickerProps {
  readonly $calculator: CalculatorStore;
  readonly productType: ProductType;
  readonly term: number;
  /** Every term of the product type. */
  readonly terms: readonly number[];
  /** Those that can be chosen (product-spec §5). */
  readonly allowed: readonly number[];
  readonly say: Say;
}

/** The terms as radio buttons. Month labels show only the number: the question names the unit. */
export function TermPicker({ $calculator, productType, term, terms, allowed, say }: TermPickerProps) {
  const unit = termUnit(productType);
  return (
    <fieldset>
      <legend className="lbl">{say(unit === 'days' ? 'calc_until_when' : 'calc_how_many_months')}</legend>
      <div className={`terms ${unit}`}>
        {terms.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="term"
              value={choice}
              checked={choice === term}
              disabled={!allowed.includes(choice)}
              aria-label={say(`calc_${unit}`, { count: choice })}
              onChange={() => changeTerm($calculator, choice)}
            />
            {unit === 'days' ? say('calc_days', { count: choice }) : choice}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
