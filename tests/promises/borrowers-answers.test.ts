import { expect } from 'vitest';
import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import { advanceApplications } from '#server/lending/applications/advance-applications.ts';
import { scoreApplications } from '#server/lending/applications/score-application.ts';
import type { RetentionPolicy } from '#server/lending/parameters/policies.ts';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';
import { anApplicant, scoringContext, stateOf } from '#tests/support/applications/applicant.ts';
import { anAskedApplicant } from '#tests/support/applications/information.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { deliverMessages } from '#tests/support/messages/notifications.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';
import { promise } from './promise.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

/** Reads what has reached the client since the last look, by SMS and by e-mail. */
async function toldTo({ phone, email }: Borrower) {
  const { emails, texts } = await deliverMessages(lending);
  return {
    texts: texts.filter(({ recipient }) => recipient === phone).map(({ text }) => text),
    subjects: emails.filter(({ recipient }) => recipient === email).map(({ subject }) => subject),
  };
}

const APPROVED = /^Mañay: aprobamos tu solicitud. Decide hasta el \d\d\/\d\d\/2026 a las \d\d:\d\d\.$/;

promise(
  'Puedes cerrarla: no se pierde nada y te avisamos por SMS o correo.',
  { text: 'waiting_close', tags: 'promise-an-application-on-its-way' },
  async () => {
    const applicant = await anApplicant(lending, 'SCORING');
    expect(await toldTo(applicant)).toEqual({ texts: [], subjects: [] });
    await scoreApplications(scoringContext(lending));
    expect((await stateOf(lending, applicant)).application?.stage).toBe('OFFER');
    expect(await toldTo(applicant)).toEqual({
      texts: [expect.stringMatching(APPROVED)],
      subjects: ['Aprobamos tu solicitud'],
    });
  },
);

promise(
  'Por SMS a tu celular y, si ya lo confirmaste, por correo, como lo elegiste en Mi perfil. Si falta algo, en tu cuenta dice qué.',
  { text: 'in_progress_how_text', tags: 'promise-an-application-on-its-way' },
  async () => {
    const applicant = await anApplicant(lending, 'MANUAL_REVIEW', {
      personal: { pep: true, pepPosition: 'Regidora' },
      emailVerifiedAt: null,
    });
    const { application } = await stateOf(lending, applicant);
    const path = `/api/v1/staff/applications/${application?.reference}`;
    const operator = operatorOf(() => lending.app);
    await operator('Ana Torres', `${path}/need-info`, { items: [{ code: 'alternative_phone' }] });
    // The mailbox was never confirmed: nothing goes there.
    expect(await toldTo(applicant)).toEqual({
      texts: [expect.stringContaining('Mañay: para responder tu solicitud nos falta algo.')],
      subjects: [],
    });
    const asked = await anAskedApplicant(lending, [{ code: 'alternative_phone' }]);
    expect((await toldTo(asked)).subjects).toEqual(['Falta algo para responder tu solicitud']);
  },
);

promise(
  'Si decide una persona, la respuesta puede tardar un día hábil.',
  { text: 'lend_speed', tags: 'promise-an-application-on-its-way' },
  async () => {
    const applicant = await anApplicant(lending, 'MANUAL_REVIEW', { personal: { pep: true, pepPosition: 'Regidora' } });
    // 15 January 2026 is a Thursday.
    expect((await stateOf(lending, applicant)).application?.answerBy).toBe('2026-01-16');
  },
);

promise(
  'Te avisaremos por SMS o correo; puedes cerrar esta página.',
  { text: 'waiting_long_text', tags: 'promise-an-application-on-its-way' },
  async () => {
    const applicant = await anApplicant(lending, 'MANUAL_REVIEW', { personal: { pep: true, pepPosition: 'Regidora' } });
    const { application } = await stateOf(lending, applicant);
    const path = `/api/v1/staff/applications/${application?.reference}/reject`;
    const { status } = await operatorOf(() => lending.app)('Ana Torres', path, {
      reasons: ['affordability'],
      note: 'x'.repeat(20),
    });
    expect(status).toBe(200);
    expect(await toldTo(applicant)).toEqual({
      texts: ['Mañay: no pudimos aprobar tu solicitud. Mira los motivos en tu cuenta.'],
      subjects: ['No pudimos aprobar tu solicitud'],
    });
  },
);

promise(
  'Tu oferta vence el {untilDate} a las {untilTime} si no la firmas antes.',
  { file: 'src/server/lending/clients/application-notifications.ts', tags: 'promise-an-application-on-its-way' },
  async () => {
    const keep = () => advanceApplications(scoringContext(lending));
    const applicant = await anApplicant(lending, 'OFFER');
    const draft = await anApplicant(lending, 'PERSONAL');
    await toldTo(applicant);
    lending.clock.moveTo('2026-01-16');
    await keep();
    expect((await toldTo(applicant)).subjects).toEqual([]);
    lending.clock.moveTo('2026-01-17');
    await keep();
    await keep();
    expect(await toldTo(applicant)).toEqual({
      texts: ['Mañay: tu oferta vence el 18/01/2026 a las 12:00.'],
      subjects: ['Tu oferta vence pronto'],
    });
    lending.clock.moveTo('2026-01-18');
    await keep();
    expect((await stateOf(lending, applicant)).application?.stage).toBe('EXPIRED');
    lending.clock.moveTo('2026-02-11');
    await keep();
    expect((await toldTo(draft)).subjects).toEqual(['Tu solicitud sin terminar vence pronto']);
  },
);

promise(
  'Lo que escribiste en una solicitud que cancelaste o dejaste vencer: 90 días después.',
  { story: 'privacidad#body', tags: 'promise-how-long-data-are-kept' },
  async () => {
    const [cancelled, expired] = [await anApplicant(lending, 'FINANCIAL'), await anApplicant(lending, 'FINANCIAL')];
    const { headers } = cancelled;
    acceptedBody(await callEndpoint(lending, cancelApplication, { headers, body: { reason: 'OTHER' } }));
    // Whose steps still have something written on this day.
    const keptOn = async (day: string) => {
      lending.clock.moveTo(day);
      await advanceApplications(scoringContext(lending));
      const rows = await lending.db.kysely
        .selectFrom('application_step')
        .innerJoin('application', 'application.id', 'application_step.application_id')
        .select('application.person_id')
        .distinct()
        .where('application.person_id', 'in', [cancelled.personId, expired.personId])
        .where((step) => step.or([step('data_sealed', 'is not', null), step('draft_sealed', 'is not', null)]))
        .execute();
      return rows.map(({ person_id: personId }) => (personId === cancelled.personId ? 'cancelled' : 'expired')).sort();
    };
    expect(await keptOn('2026-02-20')).toEqual(['cancelled', 'expired']);
    expect(await keptOn('2026-04-14')).toEqual(['cancelled', 'expired']);
    expect(await keptOn('2026-04-16')).toEqual(['expired']);
    expect(await keptOn('2026-05-22')).toEqual([]);
  },
);

promise(
  'Lo que escribiste y enviaste en una que rechazamos: dos años después, o hasta diez si fue por un fraude.',
  { story: 'privacidad#body' },
  async () => {
    const { abandonedApplicationDays, refusedApplicationDays, fraudFlagDays } =
      SEED_POLICIES.retention as RetentionPolicy;
    expect([abandonedApplicationDays, refusedApplicationDays, fraudFlagDays]).toEqual([90, 2 * 365, 10 * 365]);
    const refused = await anApplicant(lending, 'REJECTED', { financial: { monthlyIncome: 300, monthlyExpenses: 0 } });
    const keptOn = async (day: string) => {
      lending.clock.moveTo(day);
      await advanceApplications(scoringContext(lending));
      const rows = await lending.db.kysely
        .selectFrom('application_step')
        .innerJoin('application', 'application.id', 'application_step.application_id')
        .select('data_sealed')
        .where('person_id', '=', refused.personId)
        .execute();
      return rows.filter(({ data_sealed: data }) => data !== null).length;
    };
    expect((await stateOf(lending, refused)).application?.stage).toBe('REJECTED');
    expect([await keptOn('2028-01-14'), await keptOn('2028-01-15')]).toEqual([3, 0]);
  },
);
