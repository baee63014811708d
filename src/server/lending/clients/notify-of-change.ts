import type { Trx } from '#server/kit/tables.ts';
import type { ContactChange } from '#server/lending/people/store/contact-change-store.ts';
import { notify } from './notify.ts';

const KINDS = {
  EMAIL: 'email-changing',
  PHONE: 'phone-changing',
  BANK_ACCOUNT: 'account-changing',
} as const;

/** The same news inside the client area; letters and SMS have left already, to the old channels. */
export async function notifyOfChange(trx: Trx, { id, personId, kind, requestedAt }: ContactChange) {
  await notify(trx, {
    personId,
    kind: KINDS[kind],
    params: {},
    naturalKey: `contact-change:${id}`,
    now: requestedAt.getTime(),
  });
}
