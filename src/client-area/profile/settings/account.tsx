import type { CallOutput } from '#api/call.ts';
import type { PendingChange } from '#api/contact-change.ts';
import type { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import type { AccountInUseBody } from '#api/endpoints/profile/get-profile.ts';
import { AccountFields } from '#client-area/application/financial/account-fields.tsx';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { notify } from '#client-area/frame/notice.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { KeyValues } from '#ui/figures/key-values.tsx';
import { type AccountData, createAccountData, createAccountForm } from './account.store.ts';
import { PendingChangeNote } from './pending-change.tsx';
import { Setting } from './setting.tsx';
import type { SettingsTextKey } from './texts.ts';

interface Props extends ScreenProps<SettingsTextKey> {
  /** Undefined before the client has given one. */
  readonly account: AccountInUseBody | undefined;
  readonly pending: PendingChange | undefined;
  readonly reload: () => Promise<void>;
}

/** The client's bank account, and changing it. */
export function Account({ account, pending, reload, ...props }: Props) {
  const { say } = props;
  const data = useLoaded(createAccountData);
  const lists = useStore(data.$state);
  const bank = lists.kind === 'ready' ? bankOf(account, lists.value) : undefined;
  return (
    <Setting
      id="bank-account"
      name={say('settings_account')}
      value={account ? [bank, account.masked].filter(Boolean).join(' ') : say('settings_unknown')}
      isOpen={pending !== undefined}
    >
      <p>{say('settings_account_text')}</p>
      <LoadedView store={data} look="lines" say={say}>
        {(value) => <Changing {...props} account={account} pending={pending} lists={value} reload={reload} />}
      </LoadedView>
    </Setting>
  );
}

interface ChangingProps extends Props {
  readonly lists: AccountData;
}

function Changing({ account, pending, lists, reload, ...props }: ChangingProps) {
  const { say, locale } = props;
  return (
    <>
      {account && <KeyValues items={factsOf(account, lists, say)} />}
      {pending && <PendingChangeNote kind="BANK_ACCOUNT" change={pending} reload={reload} say={say} locale={locale} />}
      <details className="ask">
        <summary className="tapl">{say(account ? 'settings_account_edit' : 'settings_account_add')}</summary>
        {/* A new account mounts a new form: what was typed was meant to replace the previous one. */}
        <Edit key={`${account?.masked} ${pending?.masked}`} {...props} lists={lists} reload={reload} />
      </details>
    </>
  );
}

function bankOf(account: AccountInUseBody | undefined, { banks }: AccountData): string | undefined {
  return banks.find(({ id }) => id === account?.bankId)?.name;
}

function factsOf(account: AccountInUseBody, lists: AccountData, say: Props['say']) {
  const { masked, verified } = account;
  const value = [bankOf(account, lists), masked].filter(Boolean).join(' ');
  const facts = [{ name: say('settings_account_now'), value }];
  return verified
    ? [...facts, { name: say('settings_account_state'), value: say('settings_account_verified') }]
    : facts;
}

function Edit({ lists, reload, ...props }: Omit<ChangingProps, 'account' | 'pending'>) {
  const { say, locale } = props;
  const form = useForm(() => createAccountForm(lists.banks, saved), props, 'account-');
  function saved({ pendingAccount }: CallOutput<typeof changeBankAccount>) {
    notify(say(pendingAccount ? 'settings_account_saved' : 'settings_account_kept'));
    reload();
  }
  return (
    <Form form={form} say={say} submit={say('settings_account_go')}>
      <p>{say('settings_account_own')}</p>
      <AccountFields
        cci={form.text('cci')}
        type={form.text('type')}
        banks={lists.banks}
        accountTypes={lists.accountTypes}
        say={say}
        locale={locale}
      />
    </Form>
  );
}
