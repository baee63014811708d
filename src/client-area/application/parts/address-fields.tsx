import type { BoundField } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { SelectField } from '#ui/field/select-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import type { AddressTextKey } from './address-texts.ts';
import { type OptionRow, optionsOf } from './options.store.ts';
import { PlaceField } from './place-field.tsx';

type AddressField = 'ubigeo' | 'streetType' | 'street' | 'number' | 'apartment' | 'reference';

interface Props extends Pick<ScreenProps<AddressTextKey>, 'say' | 'locale'> {
  /** Of the form that has them. */
  readonly text: (field: AddressField) => BoundField<string>;
  /** Undefined where the type is not asked for. */
  readonly streetTypes: readonly OptionRow[] | undefined;
}

/** An address, from department to street. */
export function AddressFields({ text, streetTypes, say, locale }: Props) {
  const places = {
    department: say('personal_department'),
    province: say('personal_province'),
    district: say('personal_district'),
    choose: say('form_choose'),
    failed: say('personal_places_failed'),
    retry: say('client_retry'),
  };
  const streetType = text('streetType');
  return (
    <>
      <PlaceField {...text('ubigeo')} texts={places} />
      {streetTypes && (
        <SelectField
          {...streetType}
          label={say('personal_street_type')}
          options={optionsOf(streetTypes, locale, streetType.value)}
          blank={say('form_choose')}
        />
      )}
      <TextField
        {...text('street')}
        label={say('personal_street')}
        autoComplete="address-line1"
        autoCapitalize="words"
      />
      <div className="pair">
        <TextField
          {...text('number')}
          label={say('personal_number')}
          help={say('personal_number_help')}
          autoComplete="off"
        />
        <TextField
          {...text('apartment')}
          label={say('personal_apartment')}
          optional={say('form_optional')}
          autoComplete="address-line2"
        />
      </div>
      <TextField
        {...text('reference')}
        label={say('personal_reference')}
        help={say('personal_reference_help')}
        optional={say('form_optional')}
        autoComplete="off"
      />
    </>
  );
}
