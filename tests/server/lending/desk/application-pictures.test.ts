import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { ROLES } from '#server/lending/staff/colleague.ts';
import { anApplicant, NO_PICTURES, PHOTO, stateOf, uploadFile } from '#tests/support/applications/applicant.ts';
import { anAskedApplicant } from '#tests/support/applications/information.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';
import { atDesk, type DeskAnswer, deskLinks } from '#tests/support/staff/desk-session.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN, sandbox: true });
const kysely = () => lending.db.kysely;

let applicant: Borrower;
let reference = '';

/** Files as they are stored when they were sent. */
async function sent(type: string, mediaType = 'image/jpeg'): Promise<string> {
  const id = await uploadFile(lending, applicant.headers, type);
  await kysely()
    .updateTable('application_document')
    .set({ submitted_at: new Date(lending.clock.now()), media_type: mediaType })
    .where('id', '=', id)
    .execute();
  return id;
}

beforeEach(async () => {
  const personal = { pep: true, pepPosition: 'Regidora' };
  applicant = await anAskedApplicant(lending, [{ code: 'selfie' }, { code: 'income_proof' }], { personal });
  reference = (await stateOf(lending, applicant)).application?.reference ?? '';
});

const page = async () => (await atDesk(lending, 'Ana', ['underwriter'])).open(show());
const show = () => `/desk/applications/show?reference=${reference}`;
const picture = (file: string) => `/desk/applications/picture?reference=${reference}&file=${file}`;
const imagesOf = ({ text }: DeskAnswer) =>
  [...text.matchAll(/<img src="([^"]+)" alt="([^"]+)"/g)].map(([, src = '', alt = '']) => ({
    src: src.replaceAll('&amp;', '&'),
    alt,
  }));
const looks = async () => {
  const rows = await kysely()
    .selectFrom('audit')
    .select(['action', 'actor', 'after'])
    .where('subject', '=', `application:${reference}`)
    .where('action', 'like', 'application.view%')
    .orderBy('position')
    .execute();
  return rows.map(({ action, actor, after }) => [action, actor, after] as const);
};

describe('the page of an application', () => {
  test('shows front, back and face in this order, each with whose it is, before everything else', async () => {
    const [selfie, back, front] = [await sent('SELFIE'), await sent('DNI_BACK'), await sent('DNI_FRONT')];
    const answer = await page();
    const images = imagesOf(answer);
    expect(images.map(({ src }) => src)).toEqual([picture(front), picture(back), picture(selfie)]);
    expect(images[0]?.alt).toMatch(/^Documento por delante: \p{L}+ \p{L}+/u);
    const data = answer.text.slice(0, answer.text.indexOf('<figure>'));
    const beside = data.slice(data.lastIndexOf('class="beside"'));
    for (const words of ['Nombre', 'Número de documento', 'Fecha de nacimiento']) expect(beside).toContain(words);
    expect(beside).toContain(applicant.documentNumber);
    expect(answer.text.match(/<figcaption>[^<]+/g)).toEqual([
      '<figcaption>Documento por delante',
      '<figcaption>Documento por detrás',
      '<figcaption>Foto de la cara',
    ]);
  });

  test('shows the newest of each kind; older ones and papers are links', async () => {
    const older = await sent('SELFIE');
    const paper = await sent('INCOME_PROOF', 'application/pdf');
    lending.clock.pass({ minutes: 1 });
    const newer = await sent('SELFIE');
    const answer = await page();
    expect(imagesOf(answer).map(({ src }) => src)).toEqual([picture(newer)]);
    expect(deskLinks(answer)).toContain(picture(older));
    expect(deskLinks(answer)).toContain(`/desk/applications/file?reference=${reference}&file=${paper}`);
  });

  test('shows nothing that has not been sent', async () => {
    await uploadFile(lending, applicant.headers, 'SELFIE');
    expect(imagesOf(await page())).toEqual([]);
  });
});

describe('a picture', () => {
  test('is drawn in the page, does nothing by itself, and is kept nowhere', async () => {
    const answer = await (await atDesk(lending, 'Ana', ['underwriter'])).open(picture(await sent('SELFIE')));
    const { status, headers } = answer;
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'no-store',
    ]);
    expect(headers.get('content-disposition')).toMatch(/^inline; filename="picture-[\w-]+\.jpg"$/);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(answer.text.length).toBeGreaterThan(PHOTO.length / 3);
  });

  test.each(['application/pdf', 'text/html', 'image/svg+xml', 'image/png'])(
    'that is stored as %s is not drawn, because that is not a picture or its bytes say otherwise',
    async (mediaType) => {
      const answer = await (await atDesk(lending, 'Ana', ['underwriter'])).open(
        picture(await sent('SELFIE', mediaType)),
      );
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8']);
    },
  );

  test.each(ROLES.filter((role) => role !== 'underwriter' && role !== 'compliance'))(
    'is not there for %s, at the desk or in the API',
    async (role) => {
      const file = await sent('SELFIE');
      expect((await (await atDesk(lending, `one of ${role}`, [role])).open(picture(file))).status).toBe(404);
      const { headers } = await aColleague(lending.db, `one of ${role}`, [role]);
      const asked = await lending.app.request(`/api/v1/staff/applications/${reference}/pictures/${file}`, { headers });
      expect(asked.status).toBe(403);
    },
  );

  test("of another application, or nobody's, is not there", async () => {
    const file = await sent('SELFIE');
    const other = await anApplicant(lending, 'PERSONAL', { device: NO_PICTURES });
    const theirs = (await stateOf(lending, other)).application?.reference;
    const ana = await atDesk(lending, 'Ana', ['underwriter']);
    expect((await ana.open(`/desk/applications/picture?reference=${theirs}&file=${file}`)).status).toBe(404);
    expect((await ana.open(picture(randomUUID()))).status).toBe(404);
    expect(await looks()).toEqual([]);
  });
});

describe('the record', () => {
  test('has one look for the pictures of one page, however many they are, and names each', async () => {
    const files = [await sent('DNI_FRONT'), await sent('DNI_BACK'), await sent('SELFIE')];
    const ana = await atDesk(lending, 'Ana', ['underwriter']);
    const images = imagesOf(await ana.open(show()));
    await Promise.all(images.map(({ src }) => ana.open(src)));
    expect(await looks()).toEqual([
      ['application.view', 'operator:Ana', null],
      ['application.view-pictures', 'operator:Ana', { files }],
    ]);
  });

  test('has another look for another page view, another colleague, and a picture that has come since', async () => {
    const first = await sent('DNI_FRONT');
    const [ana, luis] = [await atDesk(lending, 'Ana'), await atDesk(lending, 'Luis')];
    await ana.open(picture(first));
    await luis.open(picture(first));
    const second = await sent('SELFIE');
    await ana.open(picture(second));
    lending.clock.pass({ minutes: 2 });
    await ana.open(picture(first));
    expect((await looks()).map(([, actor, after]) => [actor, after])).toEqual([
      ['operator:Ana', { files: [first] }],
      ['operator:Luis', { files: [first] }],
      ['operator:Ana', { files: [first, second] }],
      ['operator:Ana', { files: [first, second] }],
    ]);
  });
});
