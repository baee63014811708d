import { getProfile, type ProfileBody } from '#api/endpoints/profile/get-profile.ts';
import { clientType } from '#loan/client-type.ts';
import { reauthRequired, unauthorized } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { presentAccount } from '#server/lending/applications/account-in-use.ts';
import { marketingBody } from '#server/lending/clients/marketing-body.ts';
import { countUnread } from '#server/lending/clients/notification-store.ts';
import { countPaidLoans } from '#server/lending/loans/store/loan-store.ts';
import { addressLine } from '#server/lending/people/borrower.ts';
import { maskedEmail, maskedNumber, maskedPhone } from '#server/lending/people/masks.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { type MarketingConsent, readMarketingConsent } from '#server/lending/people/store/consent-store.ts';
import { pendingOf, readContactChanges } from '#server/lending/people/store/contact-change-store.ts';
import { type Person, readPerson } from '#server/lending/people/store/person-store.ts';
import { readClosingDay } from '../closing-store.ts';

/** Numbers and addresses are masked: their owner recognises them, a bystander cannot use them. */
export function getProfileRoute({ db, vault }: IdentityContext): Route<typeof getProfile> {
  return {
    endpoint: getProfile,
    async answer({ client, query }) {
      const { personId, assurance } = client;
      if (query.view === 'full' && assurance !== 'full') {
        return reauthRequired({ level: 'full', methods: ['password', 'otp'] });
      }
      const person = await readPerson(db.kysely, vault, personId);
      // Erased while this browser still held a session.
      if (!person) return unauthorized();
      const paidLoanCount = await countPaidLoans(db.kysely, personId);
      const summary = {
        assurance,
        clientId: personId,
        firstName: person.firstName ?? null,
        paidLoanCount,
        clientType: clientType(paidLoanCount),
        language: person.language,
        version: person.version,
      };
      if (assurance !== 'full') return { kind: 'ok', body: summary, headers: {} };
      const marketing = await readMarketingConsent(db.kysely, personId);
      const unreadNotifications = await countUnread(db.kysely, personId);
      const details = detailsOf(person, marketing);
      const changes = await readContactChanges(db.kysely, await personSeal(db.kysely, vault, personId), personId);
      const changing = {
        bankAccount: await presentAccount({ db, vault }, personId),
        pendingAccount: pendingOf(changes, 'BANK_ACCOUNT'),
        email: details.email && { ...details.email, pending: pendingOf(changes, 'EMAIL') },
        phone: details.phone && { ...details.phone, pending: pendingOf(changes, 'PHONE') },
        closesOn: (await readClosingDay(db.kysely, personId)) ?? null,
      };
      return { kind: 'ok', body: { ...summary, ...details, ...changing, unreadNotifications }, headers: {} };
    },
  };
}

function detailsOf(person: Person, marketing: MarketingConsent): Partial<ProfileBody> {
  const { documentType, documentNumber, phone, email, address } = person;
  return {
    lastName1: person.lastName1 ?? null,
    lastName2: person.lastName2 ?? null,
    document: { type: documentType, masked: maskedNumber(documentNumber) },
    birthDate: person.birthDate ?? null,
    phone:
      phone === undefined
        ? null
        : { masked: maskedPhone(phone), verified: person.phoneVerifiedAt !== null, pending: null },
    email:
      email === undefined
        ? null
        : // Whoever typed it sees a typing mistake only in the whole of it; nothing is sent there yet.
          person.emailVerifiedAt === null
          ? { value: email, verified: false, pending: null }
          : { value: maskedEmail(email), verified: true, pending: null },
    altPhone: person.altPhone === undefined ? null : maskedPhone(person.altPhone),
    address: address === undefined ? null : { ubigeo: address.ubigeo, line: addressLine(address) },
    payday: person.payday,
    acceptMarketing: marketingBody(marketing),
  };
}
