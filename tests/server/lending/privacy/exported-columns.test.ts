import { expect, test } from 'vitest';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { readPersonData } from '#server/lending/privacy/data-export-store.ts';
import { anApplicant, aSigner, uploadFile } from '#tests/support/applications/applicant.ts';
import { DATA_CLASSES } from '#tests/support/database/data-classes.ts';
import { LEFT_OUT } from '#tests/support/database/left-out-columns.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { type ColumnsRead, notingColumns } from '#tests/support/privacy/columns-read.ts';

const lending = withTestLending();

test('each column about a client, of a table in their export, is read for it or said to be left out', async () => {
  const { db, vault, clock } = lending;
  const [signer, applicant] = [await aSigner(lending), await anApplicant(lending, 'DEVICE')];
  await uploadFile(lending, applicant.headers, 'DNI_FRONT');
  const read: ColumnsRead = new Map();
  for (const { personId } of [signer, applicant]) {
    const seal = await personSeal(db.kysely, vault, personId);
    await readPersonData(db.kysely.withPlugin(notingColumns(read)), { vault, seal }, personId, clock.now());
  }

  const unread = Object.entries(DATA_CLASSES).flatMap(([table, { sealed = '', personal = '', exportedAs }]) => {
    const known = read.get(table);
    if (exportedAs === undefined || known?.has('*')) return [];
    return placesOf(table, `${sealed} ${personal}`).filter((place) => !known?.has(place.slice(table.length + 1)));
  });
  const leftOut = Object.entries(LEFT_OUT).flatMap(([table, columns]) => placesOf(table, columns));
  const advice = 'read it in privacy/data-export-store.ts, or name it in tests/support/database/left-out-columns.ts';
  expect(unread.sort(), advice).toEqual(leftOut.sort());
});

const placesOf = (table: string, columns: string): string[] =>
  columns.split(' ').flatMap((column) => (column === '' ? [] : [`${table}.${column}`]));
