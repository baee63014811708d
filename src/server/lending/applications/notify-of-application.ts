import {
  type ApplicationEvent,
  type ApplicationStage,
  deadlineOf,
  isDraft,
  OFFERED_STAGES,
} from '#loan/application.ts';
import type { Trx } from '#server/kit/tables.ts';
import type { NotificationKind } from '#server/lending/clients/notification-kinds.ts';
import { endNotifications } from '#server/lending/clients/notification-store.ts';
import { type NewNotification, notify } from '#server/lending/clients/notify.ts';
import { limaTimeOf } from '#server/lending/messages/lima-time.ts';
import { deadlinesSince, type StoredApplication } from './store/application-store.ts';

type ApplicationMessage = {
  readonly [Kind in NotificationKind]: Pick<NewNotification<Kind>, 'kind' | 'params'>;
}[NotificationKind];

/**
 * Tells the client what an event means to them: every answer to an application, by people or by the engine. It is
 * derived from the event where all events are written, so that no decision has to remember to tell. Notifications about
 * the stage that the application leaves end.
 * @param before its stage before the event
 * @param application as it is after the event
 */
export async function notifyOfApplication(
  trx: Trx,
  {
    event,
    before,
    application,
    now,
  }: {
    readonly event: ApplicationEvent;
    readonly before: ApplicationStage;
    readonly application: StoredApplication;
    readonly now: number;
  },
): Promise<void> {
  await endNotifications(trx, application.personId, endedBy(before, application.stage), now);
  const message = ofEvent(event, application);
  if (message)
    await tell(trx, application, { message, naturalKey: `${event}:${application.id}:${application.version}`, now });
}

/**
 * Notifications about a stage that do not hold any more. An offer waits until it is signed; anything a client adds to a
 * draft gives it more days.
 */
function endedBy(before: ApplicationStage, after: ApplicationStage): readonly NotificationKind[] {
  if (isDraft(before)) return ['draft-ending'];
  if (before === after) return [];
  if (before === 'INFO_MISSING') return ['application-needs-information', 'information-ending'];
  if (before === 'REJECTED') return ['application-rejected'];
  return OFFERED.includes(before) && !OFFERED.includes(after) ? ['application-approved', 'offer-ending'] : [];
}

/** Reminds the client of what waits for them, before it ends. */
export async function remindOfApplication(
  trx: Trx,
  application: StoredApplication,
  { naturalKey, now }: { readonly naturalKey: string; readonly now: number },
): Promise<void> {
  const message = ofReminder(application);
  if (message) await tell(trx, application, { message, naturalKey, now });
}

async function tell(
  trx: Trx,
  { personId }: StoredApplication,
  { message, ...rest }: { readonly message: ApplicationMessage; readonly naturalKey: string; readonly now: number },
): Promise<void> {
  await notify(trx, { ...message, ...rest, personId } as NewNotification);
}

function ofEvent(event: ApplicationEvent, application: StoredApplication): ApplicationMessage | undefined {
  switch (event) {
    case 'approved-new':
    case 'approved-repeated':
      return { kind: 'application-approved', params: untilOf(application) };
    case 'rejected':
    case 'fraud-flagged':
      return { kind: 'application-rejected', params: { reapplyDate: application.canReapplyOn ?? '' } };
    case 'information-requested':
      return { kind: 'application-needs-information', params: untilOf(application) };
    default:
      return undefined;
  }
}

const OFFERED: readonly ApplicationStage[] = OFFERED_STAGES;

function ofReminder(application: StoredApplication): ApplicationMessage | undefined {
  const { stage } = application;
  if (stage === 'INFO_MISSING') return { kind: 'information-ending', params: untilOf(application) };
  if (OFFERED.includes(stage)) return { kind: 'offer-ending', params: untilOf(application) };
  return isDraft(stage) ? { kind: 'draft-ending', params: untilOf(application) } : undefined;
}

/** The instant at which the stage ends by itself, as clocks in Lima show it. */
function untilOf(application: StoredApplication) {
  const deadline = deadlineOf(application.stage, deadlinesSince(application));
  if (!deadline) throw new RangeError(`${application.stage} has no deadline`);
  const { date, time } = limaTimeOf(deadline.at);
  return { untilDate: date, untilTime: time };
}
