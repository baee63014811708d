import { groupedCci } from '#api/field-rules/bank-account.ts';
import type { RawBlock } from '#storyblok/block-schema.ts';
import { accountOf, type LenderAccount } from '#storyblok/lender-facts.ts';

/**
 * Gives the accounts that a page names: those of the lender that its editors chose, in their order, with the numbers
 * that the lending role has. When money is received on none of them any more, all that there are.
 * @param chosen blocks `bank-account`
 * @param accounts undefined where no lender is asked: then the blocks are shown as they are
 */
export function shownAccounts(
  chosen: readonly RawBlock[],
  accounts: readonly LenderAccount[] | undefined,
): readonly RawBlock[] {
  if (!accounts) return chosen;
  const ours = chosen.flatMap((block) => {
    const account = accountOf({ cci: String(block['cci'] ?? '') }, accounts);
    return account ? [blockOfAccount(account, block)] : [];
  });
  return ours.length > 0 ? ours : accounts.map((account) => blockOfAccount(account));
}

function blockOfAccount({ bank, account, cci }: LenderAccount, block?: RawBlock): RawBlock {
  return { _uid: cci, component: 'bank-account', ...block, bank, account, cci: groupedCci(cci) };
}
