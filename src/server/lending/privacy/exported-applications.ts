import type { Db } from '#server/kit/tables.ts';
import type { Seal } from '#server/kit/vault.ts';
import { readChecks } from '#server/lending/applications/checks/external-check-store.ts';
import {
  readApplicationDocuments,
  readApplicationFile,
} from '#server/lending/applications/store/application-document-store.ts';
import { readSteps } from '#server/lending/applications/store/application-step-store.ts';
import { readApplicationDevice } from '#server/lending/applications/store/application-store.ts';
import { readDecisions } from '#server/lending/applications/store/decision-store.ts';
import { readAnswer, readItems } from '#server/lending/applications/store/information-store.ts';
import { type ExportedFile, fileOf } from './exported-file.ts';

/**
 * Applications with where and with what device they began, what was answered in each step, drafts included, what others
 * were asked about the client, and what was decided and offered. Of decisions made by people it is not said who made them.
 */
export async function exportedApplications(db: Db, seal: Seal, personId: string) {
  const rows = await db
    .selectFrom('application')
    .select(['id', 'reference', 'stage', 'created_at as createdAt', 'amount', 'term', 'product_id as productId'])
    .select(['approved_at as approvedAt', 'rejected_on as rejectedOn', 'can_reapply_on as canReapplyOn'])
    .select(['seen_at as seenAt', 'review_requested_at as reviewRequestedAt', 'marketing', 'caller'])
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .execute();
  const applications = [];
  for (const { id, ...row } of rows) {
    applications.push({
      ...row,
      device: (await readApplicationDevice(db, seal, id)) ?? null,
      steps: await readSteps(db, seal, id),
      checks: (await readChecks(db, seal, id)).map(({ question: _, ...check }) => check),
      files: await readApplicationDocuments(db, id),
      information: await informationOf(db, seal, id),
      decisions: await decisionsOf(db, id),
      history: await historyOf(db, id),
      offers: await offersOf(db, id),
      agreements: await agreementsOf(db, id),
    });
  }
  return applications;
}

/** Files that the client sent with applications, as long as they are kept. */
export async function filesOfApplications(db: Db, seal: Seal, personId: string): Promise<ExportedFile[]> {
  const rows = await db
    .selectFrom('application_document')
    .innerJoin('application', 'application.id', 'application_id')
    .select(['application_document.id', 'application_id as applicationId', 'type', 'reference'])
    .where('person_id', '=', personId)
    .orderBy('application_document.id')
    .execute();
  const files: ExportedFile[] = [];
  for (const { id, applicationId, type, reference } of rows) {
    const file = await readApplicationFile(db, seal, { applicationId, documentId: id });
    if (file) files.push(fileOf(`${reference}-${type.toLowerCase()}`, id, file));
  }
  return files;
}

async function informationOf(db: Db, seal: Seal, applicationId: string) {
  const items = [];
  for (const { id, code, note, askedAt, answeredAt } of await readItems(db, applicationId)) {
    items.push({ code, note, askedAt, answeredAt, answer: await readAnswer(db, seal, id) });
  }
  return items;
}

async function decisionsOf(db: Db, applicationId: string) {
  const decisions = await readDecisions(db, applicationId);
  return decisions.map(({ decided_by, outcome, rule_set, reasons, score, approved, at }) => ({
    by: decided_by === 'engine' ? 'engine' : 'people',
    outcome,
    ruleSet: rule_set,
    reasons,
    score,
    approved,
    at,
  }));
}

function historyOf(db: Db, applicationId: string) {
  return db
    .selectFrom('application_event')
    .select(['event', 'from_stage as from', 'to_stage as to', 'at'])
    .where('application_id', '=', applicationId)
    .orderBy('id')
    .execute();
}

function offersOf(db: Db, applicationId: string) {
  return db
    .selectFrom('offer')
    .select(['amount', 'term', 'product', 'created_at as createdAt', 'valid_until as validUntil'])
    .select(['replaced_at as replacedAt', 'accepted_at as acceptedAt'])
    .where('application_id', '=', applicationId)
    .orderBy('id')
    .execute();
}

function agreementsOf(db: Db, applicationId: string) {
  return db
    .selectFrom('agreement')
    .select(['terms', 'created_at as createdAt', 'voided_at as voidedAt', 'signed_at as signedAt'])
    .where('application_id', '=', applicationId)
    .orderBy('id')
    .execute();
}
