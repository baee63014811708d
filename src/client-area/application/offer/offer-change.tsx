import { useState } from 'react';
import type { ApplicationOffer } from '#api/application-body.ts';
import { getProductSettings } from '#api/endpoints/applications/get-product-settings.ts';
import { solesTyped } from '#api/field-rules/amount.ts';
import { soles } from '#calculator/parts/notes.ts';
import { createLoadedBeside } from '#client-area/data/loaded.store.ts';
import { Form } from '#client-area/form/form.tsx';
import { type BoundForm, useForm } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { MoneyField } from '#ui/field/money-field.tsx';
import { RadioCards } from '#ui/field/radio-cards.tsx';
import { Modal } from '#ui/modal/modal.tsx';
import { type ChangeValues, createChange, maxFor } from './offer.store.ts';
import type { OfferViewKey } from './offer-texts.ts';

interface Props extends ScreenProps<OfferViewKey> {
  readonly offer: ApplicationOffer;
  readonly onDone: (offer: ApplicationOffer) => void;
  readonly onClose: () => void;
}

/** Changing an offer to less or a shorter term: amount field, slider, and the terms with their maximum. */
export function OfferChange({ offer, onDone, onClose, ...props }: Props) {
  const { say } = props;
  const form = useForm(() => createChange(offer, onDone), props, 'change-');
  return (
    <Modal title={say('offer_change_title')} onCancel={onClose}>
      <p>{say('offer_change_text')}</p>
      <Form form={form} say={say} submit={say('offer_change_go')}>
        <Amount form={form} offer={offer} say={say} />
        <Term form={form} offer={offer} say={say} />
      </Form>
      <button type="button" className="btn quiet sm" onClick={onClose}>
        {say('offer_change_close')}
      </button>
    </Modal>
  );
}

interface FieldProps extends Pick<Props, 'say' | 'offer'> {
  readonly form: BoundForm<ChangeValues>;
}

/** The slider is disabled until the amount step is known; the field works without it. */
function Amount({ form, offer, say }: FieldProps) {
  const [settings] = useState(() => createLoadedBeside(getProductSettings, { query: { sequence: '1' } }));
  const state = useStore(settings.$state);
  const { productId } = offer.selection;
  const products = state.kind === 'ready' ? [state.value.singlePayProduct, ...state.value.installmentProducts] : [];
  const step = products.find((product) => product.productId === productId)?.amountStep;
  const { minAmount } = offer.approved;
  const max = maxFor(offer, Number(form.state.values.term));
  const amount = Math.min(max, Math.max(minAmount, solesTyped(form.state.values.amount) ?? max));
  return (
    <div className="stack-s">
      <MoneyField
        {...form.text('amount')}
        label={say('offer_change_amount')}
        help={say('offer_change_amount_help', { min: soles(minAmount), max: soles(max) })}
      />
      {max > minAmount && (
        <input
          className="offer-range"
          type="range"
          min={minAmount}
          max={max}
          step={step ?? 'any'}
          disabled={step === undefined}
          value={amount}
          aria-label={say('offer_change_amount')}
          aria-valuetext={soles(amount)}
          onChange={(event) => form.store.change('amount', event.target.value)}
        />
      )}
    </div>
  );
}

function Term({ form, offer, say }: FieldProps) {
  const { productType } = offer.selection;
  const unit = productType === 'SINGLE_PAY' ? 'offer_change_days' : 'offer_change_months';
  const choices = offer.approved.terms.map((term) => ({
    value: String(term),
    label: say(unit, { count: term }),
    note: say('offer_change_up_to', { max: soles(maxFor(offer, term)) }),
  }));
  return <RadioCards {...form.text('term')} label={say('offer_change_term')} choices={choices} />;
}
