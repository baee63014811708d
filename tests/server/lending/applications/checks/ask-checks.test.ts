import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { submitMissingInformation } from '#api/endpoints/applications/submit-missing-information.ts';
import { CHECK_KINDS, type CheckKind } from '#loan/requirements.ts';
import { createLog } from '#server/kit/log.ts';
import { advanceApplications } from '#server/lending/applications/advance-applications.ts';
import { readChecks } from '#server/lending/applications/checks/external-check-store.ts';
import { type ScoringContext, scoreApplications } from '#server/lending/applications/score-application.ts';
import { readDecisions } from '#server/lending/applications/store/decision-store.ts';
import { readDocumentFile } from '#server/lending/documents/document-store.ts';
import { type Checks, noChecks } from '#server/lending/gateways/checks/checks.ts';
import { httpChecks } from '#server/lending/gateways/checks/http-checks.ts';
import { sandboxChecks } from '#server/lending/gateways/checks/sandbox-checks.ts';
import { velocityRules } from '#server/lending/gateways/device-risk/velocity-rules.ts';
import { STANDARD_REQUIREMENTS } from '#server/lending/parameters/policy.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { anApplicant, readAgreement, scoringContext, stateOf } from '#tests/support/applications/applicant.ts';
import { askedOf } from '#tests/support/applications/information.ts';
import { accept, offerOf } from '#tests/support/applications/offers.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { closeSandboxes, type SandboxServer, serveSandbox } from '#tests/support/lending/sandbox-server.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';

/** Above S/ 500: everything is asked, and of a bureau too. */
const SHORT = { inquiry: { installmentInquiry: { amount: 600, term: 3, productId: 11 } } };

const lending = withTestLending();
closeSandboxes();
let provider: SandboxServer;
let asks: string[];
let checks: Checks;
/** Done before each question leaves. */
let meanwhile: () => Promise<unknown>;

beforeEach(async () => {
  provider = await serveSandbox(sandboxChecks({ token: 'token' }));
  const apiUrl = `${provider.url}/sandbox/checks`;
  const settings = { apiUrl, token: 'token', provider: 'Central de Prueba', kinds: CHECK_KINDS };
  asks = [];
  meanwhile = () => Promise.resolve();
  const counting: typeof fetch = async (url, init) => {
    asks.push(String(url).replace(/^.*\//, ''));
    await meanwhile();
    return fetch(url, init);
  };
  checks = httpChecks(settings, counting, 1_000);
});

const say = (kind: CheckKind, saying: string) => provider.press('/sandbox/checks/saying', { [kind]: saying });
const fail = (kind: CheckKind) => provider.press('/sandbox/checks/faults', { operation: kind, fault: 'drop' });
const context = (asked = checks): ScoringContext =>
  scoringContext(lending, velocityRules, createLog({ level: 'silent', name: 'test' }), asked);
const score = (asked?: Checks) => scoreApplications(context(asked));
const stageOf = async (applicant: Borrower) => (await stateOf(lending, applicant)).application?.stage;

const idOf = async ({ personId }: Borrower) =>
  (
    await lending.db.kysely
      .selectFrom('application')
      .select('id')
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow()
  ).id;
const decisionsOf = async (applicant: Borrower) => readDecisions(lending.db.kysely, await idOf(applicant));

async function kept(applicant: Borrower) {
  const { personId } = applicant;
  const id = await idOf(applicant);
  const seal = await personSeal(lending.db.kysely, lending.vault, personId);
  return readChecks(lending.db.kysely, seal, id);
}

/** The words of what is shown to be signed: the contract and the privacy notice. */
async function papersOf(applicant: Borrower): Promise<string[]> {
  const { offerId } = await offerOf(lending, applicant);
  await accept(lending, applicant, offerId);
  const { documents } = await readAgreement(lending, applicant);
  const { personId } = applicant;
  const wanted = documents.filter(({ type }) => type === 'CONTRACT' || type === 'PRIVACY_NOTICE');
  expect(wanted).toHaveLength(2);
  return Promise.all(
    wanted.map(async ({ id }) => {
      const file = await readDocumentFile(lending.db.kysely, lending.vault, { personId, id });
      return (await readPdf(file?.bytes ?? new Uint8Array())).flat;
    }),
  );
}

/** Reads what the last decision was made of. */
async function findingsOf(applicant: Borrower) {
  return (await decisionsOf(applicant)).at(-1)?.findings.map((found) => ('concern' in found ? found.concern : found));
}

describe('what the amount asks for is asked', () => {
  test('everything above S/ 500, once each, and the answers are kept sealed with date, provider and number', async () => {
    const applicant = await anApplicant(lending, 'SCORING', SHORT);
    // Outside any transaction: others can have the whole person meanwhile.
    meanwhile = () => sql`select 1 from person for share nowait`.execute(lending.db.kysely);
    await score();
    expect(asks.toSorted()).toEqual([...CHECK_KINDS].toSorted());
    expect(await stageOf(applicant)).toBe('OFFER');
    const found = await kept(applicant);
    expect(found.map(({ kind, provider: by, answer }) => [kind, by, answer?.outcome])).toEqual(
      expect.arrayContaining([
        ['identity', 'Central de Prueba', 'MATCH'],
        ['account-holder', 'Central de Prueba', 'MATCH'],
        ['bureau', 'Central de Prueba', 'REPORT'],
      ]),
    );
    const rows = await lending.db.kysely.selectFrom('external_check').selectAll().execute();
    expect(rows.map(({ reference, business_date }) => [reference, business_date])).toEqual(
      Array(3).fill([expect.stringMatching(/^C\d{10}$/), '2026-01-15']),
    );
    expect(JSON.stringify(rows)).not.toMatch(/MATCH|REPORT|Quispe/);
    await expect(lending.db.kysely.updateTable('external_check').set({ reference: 'C1' }).execute()).rejects.toThrow();
    await expect(lending.db.kysely.deleteFrom('external_check').execute()).rejects.toThrow();
  });

  test('no bureau for S/ 500, and the contract and the privacy notice say so', {
    tags: 'promise-who-is-asked-about-you',
  }, async () => {
    const applicant = await anApplicant(lending, 'SCORING');
    await score();
    expect(asks.toSorted()).toEqual(['account-holder', 'identity']);
    for (const text of await papersOf(applicant)) {
      expect(text).toContain('le preguntamos a Central de Prueba');
      expect(text).toContain('No consultamos centrales de riesgo para esta solicitud.');
    }
  });

  test('the papers name the bureau where it was asked', { tags: 'promise-who-is-asked-about-you' }, async () => {
    const applicant = await anApplicant(lending, 'SCORING', SHORT);
    await score();
    for (const text of await papersOf(applicant)) {
      expect(text).toContain('tu calificación en su central de riesgo');
      expect(text).not.toContain('No consultamos');
    }
  });

  test('nobody without a provider, which the answer of the API and the papers say', {
    tags: 'promise-who-is-asked-about-you',
  }, async () => {
    const applicant = await anApplicant(lending, 'SCORING', SHORT);
    const { asked } = acceptedBody(await callEndpoint(lending, getApplication, { headers: applicant.headers }));
    expect(asked).toMatchObject({ checks: [], provider: '' });
    await score(noChecks);
    expect(asks).toEqual([]);
    for (const text of await papersOf(applicant)) {
      expect(text).toContain('no consultamos centrales de riesgo, ni registros de identidad o de cuentas');
      expect(text).not.toContain('preguntamos a');
    }
  });
});

describe('what an answer decides', () => {
  test('another person’s document: people look', async () => {
    await say('identity', 'MISMATCH');
    const applicant = await anApplicant(lending, 'SCORING', SHORT);
    await score();
    expect(await stageOf(applicant)).toBe('MANUAL_REVIEW');
    expect(await findingsOf(applicant)).toEqual(['identity_mismatch']);
  });

  test('another person’s account: the client is asked for theirs, once', async () => {
    await say('account-holder', 'MISMATCH');
    const applicant = await anApplicant(lending, 'SCORING', SHORT);
    await score();
    expect(await stageOf(applicant)).toBe('INFO_MISSING');
    const [item] = await askedOf(lending, applicant);
    expect(item).toMatchObject({ kind: 'BANK_ACCOUNT', title: 'Una cuenta a tu nombre' });
    const { headers } = applicant;
    const items = [{ itemId: item?.itemId, value: 'interbank 00389800312345678944' }];
    await say('account-holder', 'MATCH');
    acceptedBody(await callEndpoint(lending, submitMissingInformation, { headers, body: { items } }));
    expect(await stageOf(applicant)).toBe('SCORING');
    await score();
    // The person and their debts are known; only the account is another.
    expect(asks.slice(3)).toEqual(['account-holder']);
    expect(await stageOf(applicant)).toBe('OFFER');
  });

  test('a second account of another person: people look', async () => {
    await say('account-holder', 'NOT_FOUND');
    const applicant = await anApplicant(lending, 'SCORING', SHORT);
    await score();
    const [item] = await askedOf(lending, applicant);
    const items = [{ itemId: item?.itemId, value: 'bbva 01181400021234567818' }];
    const { headers } = applicant;
    acceptedBody(await callEndpoint(lending, submitMissingInformation, { headers, body: { items } }));
    await score();
    expect(await stageOf(applicant)).toBe('MANUAL_REVIEW');
    expect(await findingsOf(applicant)).toEqual(['account_of_another']);
  });

  test('a bureau’s report: points, up or down', async () => {
    const linesOf = async (saying: string) => {
      await say('bureau', saying);
      const applicant = await anApplicant(lending, 'SCORING', SHORT);
      await score();
      return (await decisionsOf(applicant)).at(-1)?.score.lines.filter(({ name }) => name === 'bureau');
    };
    expect(await linesOf('REPORT 0')).toEqual([{ name: 'bureau', points: 20, max: 20 }]);
    expect(await linesOf('REPORT 4')).toEqual([{ name: 'bureau', points: -20, max: 20 }]);
    expect(await linesOf('NOT_FOUND')).toEqual([]);
  });
});

describe('a provider that does not answer', () => {
  test('is asked again after a pause, and what it says then counts', async () => {
    await fail('identity');
    const applicant = await anApplicant(lending, 'SCORING', SHORT);
    await score();
    expect(await stageOf(applicant)).toBe('SCORING');
    await score();
    expect(asks).toHaveLength(3);
    lending.clock.pass({ seconds: 6 });
    await score();
    expect(asks.slice(3)).toEqual(['identity']);
    expect(await stageOf(applicant)).toBe('OFFER');
  });

  test('three times: people decide, and nobody is approved silently or refused', async () => {
    for (let time = 0; time < 3; time += 1) await fail('identity');
    const applicant = await anApplicant(lending, 'SCORING', SHORT);
    for (let time = 0; time < 3; time += 1) {
      await score();
      lending.clock.pass({ seconds: 25 });
    }
    expect(asks.filter((kind) => kind === 'identity')).toHaveLength(3);
    expect(await stageOf(applicant)).toBe('MANUAL_REVIEW');
    expect(await findingsOf(applicant)).toEqual(['identity_unanswered']);
    expect((await kept(applicant)).filter(({ answer }) => !answer)).toHaveLength(3);
  });

  test('and while nobody runs the engine, the application goes to people after ten minutes', async () => {
    await fail('identity');
    const applicant = await anApplicant(lending, 'SCORING', SHORT);
    await score();
    lending.clock.pass({ minutes: 11 });
    await advanceApplications(context());
    expect(await stageOf(applicant)).toBe('MANUAL_REVIEW');
  });

  test('an answer that was lost on the way costs nothing: the question is the same', async () => {
    await provider.press('/sandbox/checks/faults', { operation: 'bureau', fault: 'drop', done: 'yes' });
    await anApplicant(lending, 'SCORING', SHORT);
    await score();
    lending.clock.pass({ seconds: 6 });
    await score();
    const page = await (await fetch(`${provider.url}/sandbox/checks`)).text();
    expect(page.split('<td>bureau</td>')).toHaveLength(2);
  });

  test('two processes at once keep one answer', async () => {
    const applicant = await anApplicant(lending, 'SCORING', SHORT);
    await Promise.all([score(), score()]);
    await score();
    expect((await kept(applicant)).filter(({ kind }) => kind === 'identity')).toHaveLength(1);
    expect(await decisionsOf(applicant)).toHaveLength(1);
  });
});

test('what an amount needs always has no answer where nobody is to be asked: people decide', async () => {
  const rows = STANDARD_REQUIREMENTS.rows.map((row) => ({ ...row, checks: { ...row.checks, bureau: 'ALWAYS' } }));
  const value = { ...STANDARD_REQUIREMENTS, rows };
  await changeParameter(lending.db, { kind: 'policy', key: 'requirements', from: '2026-01-15', value });
  const applicant = await anApplicant(lending, 'SCORING', SHORT);
  await score(noChecks);
  expect(await stageOf(applicant)).toBe('MANUAL_REVIEW');
  expect(await findingsOf(applicant)).toEqual(['bureau_unanswered']);
});
