import type { StoredDocumentBody } from '#api/document-item.ts';
import type { LoanSummary } from '#api/endpoints/loans/list-loans.ts';
import { normaliseDate } from '#api/field-rules/birth-date.ts';
import type { FormFailure } from '#client-area/form/form.store.ts';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { notify } from '#client-area/frame/notice.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { DateField } from '#ui/field/date-field.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import { createPayoffForm, createStatementForm, disbursedOf } from './documents.store.ts';
import { loanOption } from './loan-option.ts';
import type { DocumentsTextKey } from './texts.ts';

interface Props extends ScreenProps<DocumentsTextKey> {
  readonly loans: readonly LoanSummary[];
  readonly onIssued: (paper: StoredDocumentBody) => void;
}

/** Documents issued on request: a loan's statement, and its payoff. */
export function RequestDocument({ loans, onIssued, ...props }: Props) {
  const { say } = props;
  const moved = disbursedOf(loans);
  const open = moved.filter(({ paidOn }) => paidOn === null);
  if (moved.length === 0) return null;
  const issued = (paper: StoredDocumentBody) => {
    onIssued(paper);
    notify(say('documents_issued', { title: paper.title }));
  };
  return (
    <aside className="card stack" aria-labelledby="ask">
      <h2 className="h3" id="ask">
        {say('documents_ask')}
      </h2>
      <details className="fold">
        <summary>
          <span className="strong">{say('documents_statement')}</span>
        </summary>
        <p className="mute">{say('documents_statement_text')}</p>
        <Statement {...props} loans={moved} onIssued={issued} />
      </details>
      {open.length > 0 && (
        <details className="fold">
          <summary>
            <span className="strong">{say('documents_payoff')}</span>
          </summary>
          <p className="mute">{say('documents_payoff_text')}</p>
          <Payoff {...props} loans={open} onIssued={issued} />
        </details>
      )}
    </aside>
  );
}

function Statement({ loans, onIssued, ...props }: Props) {
  const { say } = props;
  const form = useForm(() => createStatementForm(loans[0]?.number ?? '', onIssued), props, 'statement-');
  return (
    <Form form={form} say={say} submit={say('documents_statement_go')} failureText={failureOf(say)}>
      <LoanField form={form.text('loanNumber')} loans={loans} say={say} />
      <DateField
        readDate={normaliseDate}
        {...form.text('from')}
        label={say('documents_from')}
        optional={say('form_optional')}
        labels={dayLabels(say)}
      />
      <DateField
        readDate={normaliseDate}
        {...form.text('to')}
        label={say('documents_to')}
        optional={say('form_optional')}
        labels={dayLabels(say)}
      />
    </Form>
  );
}

function Payoff({ loans, onIssued, ...props }: Props) {
  const { say } = props;
  const form = useForm(() => createPayoffForm(loans[0]?.number ?? '', onIssued), props, 'payoff-');
  return (
    <Form form={form} say={say} submit={say('documents_payoff_go')} failureText={failureOf(say)}>
      <LoanField form={form.text('loanNumber')} loans={loans} say={say} />
      <DateField
        readDate={normaliseDate}
        {...form.text('date')}
        label={say('documents_date')}
        optional={say('form_optional')}
        labels={dayLabels(say)}
      />
    </Form>
  );
}

function LoanField({
  form,
  loans,
  say,
}: Pick<Props, 'loans' | 'say'> & { readonly form: ReturnType<ReturnType<typeof useForm>['text']> }) {
  if (loans.length === 1) return null;
  const options = loans.map((each) => loanOption(each, say));
  return <SelectField {...form} label={say('documents_loan')} options={options} />;
}

const dayLabels = (say: Props['say']) => ({
  day: say('client_day'),
  month: say('client_month'),
  year: say('client_year'),
});

const failureOf =
  (say: Props['say']) =>
  ({ code }: FormFailure) => {
    if (code === 'loan_not_disbursed') return say('documents_not_disbursed');
    return code === 'loan_closed' ? say('documents_nothing_owed') : undefined;
  };
