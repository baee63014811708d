import { expect } from 'vitest';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { aCode, aDebtor, lookAt, payCode, withPayments } from '#tests/support/payments/payments.ts';
import { promise } from './promise.ts';

let isClosed = false;
const payments = withPayments({ maintenance: async () => isClosed });

promise(
  'Tu préstamo y tus pagos están a salvo.',
  { story: 'settings/global#maintenance_info', tags: 'spec-2.22' },
  async () => {
    const debtor = await aDebtor(payments);
    const { id, code } = await aCode(payments, debtor);
    isClosed = true;
    await payCode(payments, code, {});
    await readWebhooks(payments.context);
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'SUCCEEDED', received: 509.44 });
  },
);
