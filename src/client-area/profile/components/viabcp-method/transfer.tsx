import { groupedCci } from '#api/field-rules/bank-account.ts';
import type { PaymentBody } from '#api/payment.ts';
import { CopyButton } from '#client-area/loan-parts/copy-button.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import type { ViabcpTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<ViabcpTextKey>, 'say'> {
  readonly action: Extract<PaymentBody['action'], { type: 'TRANSFER' }>;
}

/** The account for the transfer, and the reference that identifies the payment. */
export function Transfer({ action, say }: Props) {
  return (
    <>
      <section className="card stack-s">
        <h2 className="h3">{say('viabcp_reference')}</h2>
        <div className="row">
          <p className="pay-code num">{action.reference}</p>
          <CopyButton value={action.reference} name={say('viabcp_reference')} say={say} />
        </div>
      </section>
      <section className="stack">
        <h2 className="h3">{say('viabcp_accounts')}</h2>
        <ul className="accounts">
          {action.accounts.map(({ bank, account, cci }) => (
            <li key={cci}>
              <h3 className="h3">{bank}</h3>
              <Account name={say('viabcp_account')} bank={bank} number={account} say={say} />
              <Account name={say('viabcp_cci')} bank={bank} number={groupedCci(cci)} say={say} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

interface AccountProps extends Pick<Props, 'say'> {
  readonly name: string;
  readonly bank: string;
  readonly number: string;
}

function Account({ name, bank, number, say }: AccountProps) {
  return (
    <div className="apart">
      <p>
        <span className="small mute">{name}</span>
        <br />
        <span className="num">{number}</span>
      </p>
      {/* A bank's form takes digits alone. */}
      <CopyButton value={number.replace(/\D/g, '')} name={`${bank}, ${name}`} say={say} />
    </div>
  );
}
