import type { BoundForm } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { RadioGroup } from '#ui/field/radio-group.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { optionsOf } from '../form-steps/options.store.ts';
import { AddressFields } from './address-fields.tsx';
import { DurationField } from './duration-field.tsx';
import { dateShown, type PersonalValues } from './personal.store.ts';
import type { PersonalData } from './personal-data.store.ts';
import type { PersonalTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<PersonalTextKey>, 'say' | 'locale'> {
  readonly form: BoundForm<PersonalValues>;
  readonly data: PersonalData;
}

/** Dictionaries do not know them. */
const OF_NAMES = { autoCapitalize: 'words', spellCheck: false } as const;

/**
 * The name as on the identity document, the birthday, and the public office, about which the law requires everybody to
 * be asked.
 */
export function Person({ form, say }: Props) {
  const birthDate = form.text('birthDate');
  return (
    <>
      <TextField
        {...form.text('firstName')}
        label={say('personal_first_name')}
        autoComplete="given-name"
        {...OF_NAMES}
      />
      <div className="pair names">
        <TextField
          {...form.text('lastName1')}
          label={say('personal_last_name1')}
          autoComplete="family-name"
          {...OF_NAMES}
        />
        <TextField
          {...form.text('lastName2')}
          label={say('personal_last_name2')}
          optional={say('form_optional')}
          autoComplete="off"
          {...OF_NAMES}
        />
      </div>
      {/* Eight digits are a date too: the keys of a telephone have no stroke. */}
      <TextField
        {...birthDate}
        onBlur={() => birthDate.onChange(dateShown(birthDate.value))}
        label={say('personal_birth_date')}
        help={say('personal_birth_date_help')}
        inputMode="numeric"
        autoComplete="bday"
        width="m"
      />
      <RadioGroup
        {...form.text('pep')}
        label={say('personal_pep')}
        help={say('personal_pep_help')}
        choices={[
          { value: 'no', label: say('personal_no') },
          { value: 'yes', label: say('personal_yes') },
        ]}
      />
      {form.state.values.pep === 'yes' && (
        <TextField {...form.text('pepPosition')} label={say('personal_pep_position')} autoComplete="off" />
      )}
    </>
  );
}

/** The address. */
export function Address({ form, data, say, locale }: Props) {
  const { fields } = data.application.asked;
  return (
    <AddressFields
      text={form.text}
      streetTypes={fields.includes('streetType') ? data.streetTypes : undefined}
      say={say}
      locale={locale}
    />
  );
}

/** The home, where the amount asks for it. */
export function Home({ form, data, say, locale }: Props) {
  const { residenceStatus } = form.state.values;
  const { fields } = data.application.asked;
  return (
    <>
      {fields.includes('residenceStatus') && (
        <SelectField
          {...form.text('residenceStatus')}
          label={say('personal_residence')}
          options={optionsOf(data.residences, locale, residenceStatus)}
          blank={say('form_choose')}
        />
      )}
      {fields.includes('timeAtAddressMonths') && (
        <DurationField
          {...form.text('timeAtAddressMonths')}
          label={say('personal_time')}
          labels={{ years: say('personal_years'), months: say('personal_months') }}
        />
      )}
    </>
  );
}

/** Contacts through whom we may reach the client, and nothing else, where the amount requires any. */
export function Referrals({ form, data, say, locale }: Props) {
  const { referees } = data.application.asked;
  return (
    <>
      <h2 className="h3">{say(referees === 1 ? 'personal_referrals_one' : 'personal_referrals')}</h2>
      <p className="mute">{say('personal_referrals_text')}</p>
      {([0, 1] as const).slice(0, referees).map((index) => (
        <fieldset key={index} className="person">
          <legend className={referees === 1 ? 'sr' : 'strong'}>
            {say('personal_referral', { number: index + 1 })}
          </legend>
          <TextField
            {...form.text(`referrals.${index}.name`)}
            label={say('personal_referral_name')}
            autoComplete="off"
            {...OF_NAMES}
          />
          <div className="pair">
            <SelectField
              {...form.text(`referrals.${index}.relationship`)}
              label={say('personal_referral_relationship')}
              options={optionsOf(data.relationships, locale, form.state.values[`referrals.${index}.relationship`])}
              blank={say('form_choose')}
            />
            <TextField
              {...form.text(`referrals.${index}.phone`)}
              label={say('personal_referral_phone')}
              type="tel"
              prefix="+51"
              autoComplete="off"
            />
          </div>
        </fieldset>
      ))}
      <TextField
        {...form.text('altPhone')}
        label={say('personal_alt_phone')}
        help={say('personal_alt_phone_help')}
        optional={say('form_optional')}
        type="tel"
        autoComplete="off"
      />
    </>
  );
}
