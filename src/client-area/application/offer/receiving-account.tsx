import type { ReceivingAccount as Account } from '#api/payout-body.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import type { ReceivingTextKey } from '../waiting/way-texts.ts';

interface Props extends Pick<ScreenProps<ReceivingTextKey>, 'say'> {
  readonly account: Account;
  /** The time at which the money comes. */
  readonly note?: string;
}

/** The account that receives the money, masked, with its holder. */
export function ReceivingAccount({ account, note, say }: Props) {
  return (
    <div className="receiving">
      <AnyIcon name="bank" />
      <div>
        <p className="strong">{accountName(account)}</p>
        <p className="small mute">{say('receiving_holder', { name: account.holder })}</p>
        {note && <p className="small mute">{note}</p>}
      </div>
    </div>
  );
}

/** Names the account: `BCP ••••7756`. */
export function accountName({ bank, masked }: Account): string {
  return bank ? `${bank} ${masked}` : masked;
}
