import { PRODUCT_TYPES, type ProductType, termUnit } from '#loan/product.ts';
import { changeProductType, changeTerm } from '../calculator.store.ts';
import type { CardPartProps } from '../card-model.ts';

/** Single payment or instalments. */
export function ProductToggle({ card: { $calculator, say }, at }: CardPartProps) {
  return (
    <fieldset className="seg">
      <legend className="sr">{say('calc_product_type')}</legend>
      {PRODUCT_TYPES.map((type) => (
        <label key={type}>
          <input
            type="radio"
            name="productType"
            value={type}
            {...at(type)}
            onChange={() => changeProductType($calculator, type)}
          />
          {say(type === 'SINGLE_PAY' ? 'calc_single_pay' : 'calc_installment')}
        </label>
      ))}
    </fieldset>
  );
}

interface TermPickerProps extends CardPartProps {
  readonly productType: ProductType;
  /** Every term of the product type. */
  readonly terms: readonly number[];
}

/** The terms as radio buttons. Month labels show only the number: the question names the unit. */
export function TermPicker({ card: { $calculator, say }, at, productType, terms }: TermPickerProps) {
  const unit = termUnit(productType);
  return (
    <fieldset {...at(`${productType} terms`)}>
      <legend className="lbl">{say(unit === 'days' ? 'calc_until_when' : 'calc_how_many_months')}</legend>
      <div className={`terms ${unit}`}>
        {/* On a phone in place of the question. */}
        {unit === 'months' && <b className="chosen" aria-hidden="true" {...at(`${productType} term`)} />}
        {terms.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="term"
              value={choice}
              aria-label={say(`calc_${unit}`, { count: choice })}
              {...at(`${productType} ${choice}`)}
              onChange={() => changeTerm($calculator, choice)}
            />
            {unit === 'days' ? say('calc_days', { count: choice }) : choice}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
