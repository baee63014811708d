import { groupedCci } from '#api/field-rules/bank-account.ts';
import type { PaymentBody } from '#api/payment.ts';
import { CopyButton } from '#client-area/loan-parts/copy-button.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import type { ViabcpTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<ViabcpTextKey>, 'say'> {
  readonly action: Extract<PaymentBody['action'], { type: 'TRANSFER' }>;
}

/** The reference that identifies the payment. */
export function Reference({ action, say }: Props) {
  return (
    <div>
      <p className="small mute">{say('viabcp_reference')}</p>
      <div className="row">
        <p className="pay-code num">{action.reference}</p>
        <CopyButton value={action.reference} name={say('viabcp_reference')} say={say} />
      </div>
    </div>
  );
}

/** The accounts for the transfer. A phone opens the one of the client's bank; a desk shows them all. */
export function Accounts({ action, say }: Props) {
  return (
    <section className="stack-s">
      <h2 className="h3">{say('viabcp_accounts')}</h2>
      <ul className="accounts">
        {action.accounts.map(({ bank, account, cci }) => (
          <li key={cci}>
            <details className="fold open-desk" name="account">
              <summary>
                <span>
                  <b className="h">{bank}</b>
                  <small className="num">{account}</small>
                </span>
              </summary>
              <div className="account">
                <h3 className="h3 desk">{bank}</h3>
                <Account name={say('viabcp_account')} bank={bank} number={account} say={say} />
                <Account name={say('viabcp_cci')} bank={bank} number={groupedCci(cci)} say={say} />
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
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
