import type { CallOutput } from '#api/call.ts';
import type { listBanks } from '#api/endpoints/applications/list-banks.ts';
import { cciNumber, checkBankAccount, groupedCci } from '#api/field-rules/bank-account.ts';
import type { BoundField } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { SelectField } from '#ui/field/select-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Note } from '#ui/note/note.tsx';
import type { AccountTextKey } from './account-texts.ts';
import { type OptionRow, optionsOf } from './options.store.ts';

export type Banks = CallOutput<typeof listBanks>;

interface Props extends Pick<ScreenProps<AccountTextKey>, 'say' | 'locale'> {
  readonly cci: BoundField<string>;
  readonly bank: BoundField<string>;
  readonly type: BoundField<string>;
  readonly banks: Banks;
  /** Undefined where the type is not asked for. */
  readonly accountTypes: readonly OptionRow[] | undefined;
}

/** A bank account: the bank is derived from the CCI; a wrong checksum raises a question, not an error. */
export function AccountFields({ cci, bank, type, banks, accountTypes, say, locale }: Props) {
  const { shown, isDoubtful } = readCci(banks, { cci: cci.value, bankId: bank.value });
  const changeCci = (typed: string) => {
    cci.onChange(typed);
    const prefix = cciNumber.normalise(typed).slice(0, 3);
    const named = prefix.length === 3 ? banks.find(({ cciPrefix }) => cciPrefix === prefix) : undefined;
    if (named && named.id !== bank.value) bank.onChange(named.id);
  };
  return (
    <>
      <div className="stack-s">
        <TextField
          {...cci}
          onChange={changeCci}
          label={say('financial_cci')}
          help={say('financial_cci_help')}
          inputMode="numeric"
          autoComplete="off"
        />
        <div role="status" className="stack-s doubt">
          {shown && <p className="small mute num">{say('financial_cci_reads', { cci: shown })}</p>}
          {isDoubtful && (
            <Note look="warn" icon="info" title={say('financial_cci_doubt')}>
              <p>{say('financial_cci_doubt_text')}</p>
            </Note>
          )}
        </div>
      </div>
      <SelectField
        {...bank}
        label={say('financial_bank')}
        options={banks.map(({ id, name }) => ({ value: id, label: name }))}
        blank={say('form_choose')}
      />
      {accountTypes && (
        <SelectField
          {...type}
          label={say('financial_account_type')}
          options={optionsOf(accountTypes, locale, type.value)}
          blank={say('form_choose')}
        />
      )}
    </>
  );
}

/** The CCI in groups once it is complete, and whether its check digits are wrong. */
function readCci(
  banks: Banks,
  typed: { readonly cci: string; readonly bankId: string },
): { readonly shown: string; readonly isDoubtful: boolean } {
  const cci = cciNumber.normalise(typed.cci);
  if (cciNumber.check(cci)) return { shown: '', isDoubtful: false };
  const bank = banks.find(({ id }) => id === typed.bankId);
  const isDoubtful = bank !== undefined && checkBankAccount(bank, { cci }).warnings.length > 0;
  return { shown: groupedCci(cci), isDoubtful };
}
