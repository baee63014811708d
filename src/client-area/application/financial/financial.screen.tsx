import { useState } from 'react';
import { useForm } from '#client-area/form/use-form.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatSoles } from '#i18n/format.ts';
import { fromSoles } from '#loan/money.ts';
import { BeforeSending } from '../form-steps/before-sending.tsx';
import { type Place, StepForm, StepPage } from '../form-steps/form-step.tsx';
import { isLastQuestion } from '../form-steps/journey-steps.tsx';
import { createFinancial } from './financial.store.ts';
import { createFinancialData, type FinancialData } from './financial-data.store.ts';
import { Account, Income, Month } from './financial-fields.tsx';
import type { FinancialTextKey } from './texts.ts';

type Props = ScreenProps<FinancialTextKey>;

/**
 * Income, expenses, and the bank account the money goes to; when no other question follows, the application is sent
 * here.
 */
export function Screen(props: Props) {
  const { say } = props;
  const head = {
    step: 'financial',
    title: say('financial_title'),
    backHref: screenHref('application-personal'),
    back: say('step_to_personal'),
  } as const;
  return (
    <StepPage {...props} head={head} createData={createFinancialData}>
      {(data, place) => <Step {...props} {...place} data={data} />}
    </StepPage>
  );
}

interface StepProps extends Props, Place {
  readonly data: FinancialData;
}

function Step({ data, ...props }: StepProps) {
  const { say } = props;
  const { application } = data;
  const { selection, asked } = application;
  const [store] = useState(() => createFinancial(application, data.banks));
  const form = useForm(() => store.form, props);
  const parts = { ...props, form, data };
  const isLast = isLastQuestion(application);
  const pages = [
    {
      title: say('financial_title'),
      content: (
        <>
          <Income {...parts} />
          <Month {...parts} />
          <Account {...parts} />
          {isLast && <Agreed say={say} asked={asked} />}
        </>
      ),
    },
  ];
  return (
    <StepForm
      {...props}
      form={form}
      draft={store.draft}
      pages={pages}
      {...(isLast && { submit: say('financial_send', { amount: formatSoles(fromSoles(selection.amount)) }) })}
    />
  );
}

/** The agreement that the press makes, with its full text one press away, and that rules may decide. */
function Agreed({ say, asked }: Pick<Props, 'say'> & Pick<FinancialData['application'], 'asked'>) {
  return (
    <div className="stack-s">
      <p className="small">{say('iov_agree')}</p>
      <p className="small">{say('iov_automated')}</p>
      <details className="ask">
        <summary className="tapl">{say('financial_before')}</summary>
        <div className="stack">
          <BeforeSending asked={asked} say={say} />
        </div>
      </details>
    </div>
  );
}
