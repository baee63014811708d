import type { BoundForm } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { DateField } from '#ui/field/date-field.tsx';
import { RadioGroup } from '#ui/field/radio-group.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { AddressFields } from '../parts/address-fields.tsx';
import { DurationField } from '../parts/duration-field.tsx';
import { optionsOf } from '../parts/options.store.ts';
import { Section } from '../parts/section.tsx';
import type { PersonalValues } from './personal.store.ts';
import type { PersonalData } from './personal-data.store.ts';
import type { PersonalTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<PersonalTextKey>, 'say' | 'locale'> {
  readonly form: BoundForm<PersonalValues>;
  readonly data: PersonalData;
}

/** The name as on the identity document. */
export function Name({ form, say }: Props) {
  return (
    <Section title={say('personal_name')}>
      <TextField
        {...form.text('firstName')}
        label={say('personal_first_name')}
        help={say('personal_first_name_help')}
        autoComplete="given-name"
        autoCapitalize="words"
        spellCheck={false}
      />
      <div className="pair">
        <TextField
          {...form.text('lastName1')}
          label={say('personal_last_name1')}
          autoComplete="family-name"
          autoCapitalize="words"
          spellCheck={false}
        />
        <TextField
          {...form.text('lastName2')}
          label={say('personal_last_name2')}
          optional={say('form_optional')}
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
        />
      </div>
      <DateField
        {...form.text('birthDate')}
        label={say('personal_birth_date')}
        labels={{ day: say('client_day'), month: say('client_month'), year: say('client_year') }}
        isBirthday
      />
    </Section>
  );
}

/** The address, from department to street. */
export function Home({ form, data, say, locale }: Props) {
  const { residenceStatus } = form.state.values;
  const { fields } = data.application.asked;
  return (
    <Section title={say('personal_home')}>
      <AddressFields
        text={form.text}
        streetTypes={fields.includes('streetType') ? data.streetTypes : undefined}
        say={say}
        locale={locale}
      />
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
    </Section>
  );
}

/** Contacts through whom we may reach the client, and nothing else, where the amount asks for any. */
export function Referrals({ form, data, say, locale }: Props) {
  const { referees } = data.application.asked;
  if (referees === 0) return null;
  return (
    <Section
      title={say(referees === 1 ? 'personal_referrals_one' : 'personal_referrals')}
      text={say('personal_referrals_text')}
    >
      {([0, 1] as const).slice(0, referees).map((index) => (
        <fieldset key={index} className="person">
          <legend className="strong">{say('personal_referral', { number: index + 1 })}</legend>
          <TextField
            {...form.text(`referrals.${index}.name`)}
            label={say('personal_referral_name')}
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
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
    </Section>
  );
}

/** Questions required by law, and an alternative phone. */
export function More({ form, say }: Props) {
  return (
    <Section title={say('personal_more')}>
      <TextField
        {...form.text('altPhone')}
        label={say('personal_alt_phone')}
        help={say('personal_alt_phone_help')}
        optional={say('form_optional')}
        type="tel"
        autoComplete="off"
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
    </Section>
  );
}
