import type { CallOutput } from '#api/call.ts';
import type { listBanks } from '#api/endpoints/applications/list-banks.ts';
import type { FieldError } from '#api/errors.ts';
import { cciDoubt, cciNumber, groupedCci } from '#api/field-rules/bank-account.ts';
import type { BoundField } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { SelectField } from '#ui/field/select-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Note } from '#ui/note/note.tsx';
import { type OptionRow, optionsOf } from '../form-steps/options.store.ts';
import type { AccountTextKey } from './account-texts.ts';

export type Banks = CallOutput<typeof listBanks>;

/** Finds the bank of a CCI, by its first three digits; undefined if we cannot pay to that bank. */
function bankOfCci(banks: Banks, typed: string): Banks[number] | undefined {
  const cci = cciNumber.normalise(typed);
  return banks.find(({ cciPrefix }) => cci.startsWith(cciPrefix));
}

/**
 * Finds the bank's id for the API. Where the CCI does not name a known bank it is `none`, which is not a bank's id
 * (`bankErrors` reports it).
 */
export function bankIdOf(banks: Banks, typed: string): string {
  return bankOfCci(banks, typed)?.id ?? 'none';
}

/** Refuses a complete CCI of a bank that we cannot pay to. */
export function bankErrors(banks: Banks, field: string, typed: string): FieldError[] {
  const isWhole = cciNumber.check(cciNumber.normalise(typed)) === undefined;
  return isWhole && !bankOfCci(banks, typed) ? [{ field, code: 'unknown' }] : [];
}

interface CciProps extends Pick<ScreenProps<AccountTextKey>, 'say'> {
  readonly cci: BoundField<string>;
  readonly banks: Banks;
}

/** The account of a CCI, read back with its bank; check digits that do not add up raise a question, not an error. */
export function CciField({ cci, banks, say }: CciProps) {
  const digits = cciNumber.normalise(cci.value);
  const isWhole = cciNumber.check(digits) === undefined;
  const bank = isWhole ? bankOfCci(banks, digits) : undefined;
  return (
    <div className="stack-s">
      <TextField
        {...cci}
        label={say('financial_cci')}
        help={say('financial_cci_help')}
        inputMode="numeric"
        autoComplete="off"
      />
      <div role="status" className="stack-s doubt">
        {bank && <p className="small strong">{`${bank.name}: ${groupedCci(digits)}`}</p>}
        {bank && cciDoubt(digits) && (
          <Note look="warn" icon="info" title={say('financial_cci_doubt')}>
            <p>{say('financial_cci_doubt_text')}</p>
          </Note>
        )}
      </div>
    </div>
  );
}

interface Props extends CciProps, Pick<ScreenProps<AccountTextKey>, 'locale'> {
  readonly type: BoundField<string>;
  /** Undefined where the type is not asked for. */
  readonly accountTypes: readonly OptionRow[] | undefined;
}

/** A bank account: its CCI, and its type where it is asked for. */
export function AccountFields({ type, accountTypes, locale, ...cci }: Props) {
  const { say } = cci;
  return (
    <>
      <CciField {...cci} />
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
