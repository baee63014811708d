import { ACCOUNT_NOTIFICATIONS, type AccountNotificationParams } from './account-notifications.ts';
import { APPLICATION_NOTIFICATIONS, type ApplicationNotificationParams } from './application-notifications.ts';
import { ARRANGEMENT_NOTIFICATIONS, type ArrangementNotificationParams } from './arrangement-notifications.ts';
import { LOAN_NOTIFICATIONS, type LoanNotificationParams } from './loan-notifications.ts';
import type { NotificationsOf } from './notification-kind.ts';
import { PAYMENT_NOTIFICATIONS, type PaymentNotificationParams } from './payment-notifications.ts';

/** Every kind of notification, with the values its texts are filled with. */
export interface NotificationParams
  extends LoanNotificationParams,
    PaymentNotificationParams,
    ArrangementNotificationParams,
    ApplicationNotificationParams,
    AccountNotificationParams {}
export type NotificationKind = keyof NotificationParams;

export const NOTIFICATION_KINDS: NotificationsOf<NotificationParams> = {
  ...LOAN_NOTIFICATIONS,
  ...PAYMENT_NOTIFICATIONS,
  ...ARRANGEMENT_NOTIFICATIONS,
  ...APPLICATION_NOTIFICATIONS,
  ...ACCOUNT_NOTIFICATIONS,
};

export function isNotificationKind(name: string): name is NotificationKind {
  return Object.hasOwn(NOTIFICATION_KINDS, name);
}
