import { useState } from 'react';
import { useForm } from '#client-area/form/use-form.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { StepForm, StepPage } from '../parts/form-step.tsx';
import { createFinancial } from './financial.store.ts';
import { createFinancialData, type FinancialData } from './financial-data.store.ts';
import { Account, Income, Month } from './financial-fields.tsx';
import type { FinancialTextKey } from './texts.ts';

type Props = ScreenProps<FinancialTextKey>;

/** Step 2: income, expenses, and the bank account the money goes to. */
export function Screen(props: Props) {
  const { say } = props;
  const head = {
    step: 2,
    name: say('step_financial'),
    title: say('financial_title'),
    backHref: screenHref('application-personal'),
    back: say('step_to_personal'),
  } as const;
  return (
    <StepPage {...props} head={head} createData={createFinancialData}>
      {(data, onTakeOther) => <Step {...props} data={data} onTakeOther={onTakeOther} />}
    </StepPage>
  );
}

interface StepProps extends Props {
  readonly data: FinancialData;
  readonly onTakeOther: () => void;
}

function Step({ data, onTakeOther, ...props }: StepProps) {
  const [store] = useState(() => createFinancial(data.application, data.banks));
  const form = useForm(() => store.form, props);
  const parts = { ...props, form, store, data };
  return (
    <StepForm
      {...props}
      selection={data.application.selection}
      form={form}
      draft={store.draft}
      onTakeOther={onTakeOther}
    >
      <Income {...parts} />
      <Month {...parts} />
      <Account {...parts} />
    </StepForm>
  );
}
