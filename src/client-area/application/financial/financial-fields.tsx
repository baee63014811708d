import type { BoundForm } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { MoneyField } from '#ui/field/money-field.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Note } from '#ui/note/note.tsx';
import { optionsOf } from '../form-steps/options.store.ts';
import { AccountFields } from './account-fields.tsx';
import { asksEmployer, type FinancialValues, isDoubtfulBudget } from './financial.store.ts';
import type { FinancialData } from './financial-data.store.ts';
import type { FinancialTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<FinancialTextKey>, 'say' | 'locale'> {
  readonly form: BoundForm<FinancialValues>;
  readonly data: FinancialData;
}

/** The source of income, with the questions that belong to it. */
export function Income({ form, data, say, locale }: Props) {
  const { incomeSource, lengthOfIncome } = form.state.values;
  const { asked } = data.application;
  return (
    <>
      <SelectField
        {...form.text('incomeSource')}
        label={say('financial_source')}
        options={optionsOf(data.sources, locale, incomeSource)}
        blank={say('form_choose')}
      />
      {asked.fields.includes('lengthOfIncome') && (
        <SelectField
          {...form.text('lengthOfIncome')}
          label={say('financial_length')}
          options={optionsOf(data.lengths, locale, lengthOfIncome)}
          blank={say('form_choose')}
        />
      )}
      {asksEmployer(incomeSource, asked) && (
        <TextField {...form.text('employerName')} label={say('financial_employer')} autoComplete="organization" />
      )}
    </>
  );
}

const DAYS = Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }));

/** Monthly income, and expenses or what is left of it; figures that do not add up raise a question, not an error. */
export function Month({ form, data, say }: Props) {
  const { fields } = data.application.asked;
  return (
    <>
      <MoneyField
        {...form.text('monthlyIncome')}
        label={say('financial_monthly_income')}
        help={say('financial_monthly_income_help')}
      />
      {fields.includes('monthlyExpenses') && (
        <MoneyField
          {...form.text('monthlyExpenses')}
          label={say('financial_expenses')}
          help={say('financial_expenses_help')}
        />
      )}
      {fields.includes('otherLoanPayments') && (
        <MoneyField
          {...form.text('otherLoanPayments')}
          label={say('financial_other_loans')}
          help={say('financial_other_loans_help')}
        />
      )}
      {fields.includes('monthlyFree') && (
        <MoneyField {...form.text('monthlyFree')} label={say('financial_free')} help={say('financial_free_help')} />
      )}
      <div role="status" className="doubt">
        {isDoubtfulBudget(form.state.values) && (
          <Note look="warn" icon="info">
            <p>{say('financial_doubt')}</p>
          </Note>
        )}
      </div>
      {fields.includes('payday') && (
        <SelectField
          {...form.text('payday')}
          label={say('financial_payday')}
          help={say('financial_payday_help')}
          options={DAYS}
          blank={say('form_choose')}
        />
      )}
    </>
  );
}

/** The bank account the money goes to. */
export function Account({ form, data, say, locale }: Props) {
  return (
    <AccountFields
      cci={form.text('cci')}
      type={form.text('bankAccountType')}
      banks={data.banks}
      accountTypes={data.application.asked.fields.includes('bankAccountType') ? data.accountTypes : undefined}
      say={say}
      locale={locale}
    />
  );
}
