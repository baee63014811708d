import type { BoundField } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { SelectField } from '#ui/field/select-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { type OptionRow, optionsOf } from '../form-steps/options.store.ts';
import type { AddressTextKey } from './address-texts.ts';
import { DistrictField } from './district-field.tsx';

export const ADDRESS_FIELDS = ['ubigeo', 'streetType', 'streetLine', 'apartment', 'reference'] as const;
type AddressField = (typeof ADDRESS_FIELDS)[number];

interface Props extends Pick<ScreenProps<AddressTextKey>, 'say' | 'locale'> {
  /** Binds a field of the form that contains the address. */
  readonly text: (field: AddressField) => BoundField<string>;
  /** Undefined where the type of street is not asked for. */
  readonly streetTypes: readonly OptionRow[] | undefined;
}

/** An address: the district, street and number, and folded what only some addresses have. */
export function AddressFields({ text, streetTypes, say, locale }: Props) {
  const streetType = text('streetType');
  const apartment = text('apartment');
  const reference = text('reference');
  return (
    <>
      <DistrictField field={text('ubigeo')} say={say} />
      {streetTypes && (
        <SelectField
          {...streetType}
          label={say('personal_street_type')}
          options={optionsOf(streetTypes, locale, streetType.value)}
          blank={say('form_choose')}
        />
      )}
      <TextField
        {...text('streetLine')}
        label={say('personal_street')}
        help={say('personal_street_help')}
        autoComplete="address-line1"
        autoCapitalize="words"
      />
      <details className="ask" open={Boolean(apartment.error ?? reference.error) || undefined}>
        <summary className="tapl">{say('personal_address_more')}</summary>
        <div className="stack">
          <TextField
            {...apartment}
            label={say('personal_apartment')}
            optional={say('form_optional')}
            autoComplete="address-line2"
          />
          <TextField
            {...reference}
            label={say('personal_reference')}
            help={say('personal_reference_help')}
            optional={say('form_optional')}
            autoComplete="off"
          />
        </div>
      </details>
    </>
  );
}
