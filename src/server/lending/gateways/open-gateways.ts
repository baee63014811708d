import type { Hono } from 'hono';
import type { Clock } from '#server/kit/clock.ts';
import type { Environment } from '#server/kit/config.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { type ListenOptions, ownUrl } from '#server/kit/listen.ts';
import { type Fetch, fetchFrom } from '#server/kit/outgoing.ts';
import type { SigningKey } from '#server/kit/sign-xml.ts';
import type { CardGateway } from './card/card-gateway.ts';
import { niubizCard } from './card/niubiz-card.ts';
import { sandboxNiubiz } from './card/serve-sandbox-niubiz.ts';
import type { CashCodeGateway } from './cash-code/cash-code-gateway.ts';
import { pagoEfectivo } from './cash-code/pagoefectivo.ts';
import { sandboxPagoEfectivo } from './cash-code/serve-sandbox-pagoefectivo.ts';
import { type Checks, noChecks } from './checks/checks.ts';
import { httpChecks } from './checks/http-checks.ts';
import { sandboxChecks } from './checks/sandbox-checks.ts';
import { type GatewayConfig, readGatewayConfig } from './config.ts';
import type { DeviceRisk } from './device-risk/device-risk.ts';
import { sandboxDeviceRisk } from './device-risk/sandbox-device-risk.ts';
import { velocityRules } from './device-risk/velocity-rules.ts';
import type { EmailGateway } from './email/email-gateway.ts';
import { SANDBOX_MAIL_PATH, sandboxMail } from './email/serve-sandbox-mail.ts';
import { bankFilePayout } from './payout/bank-file-payout.ts';
import { httpBank } from './payout/http-bank.ts';
import type { PayoutGateway } from './payout/payout-gateway.ts';
import { sandboxBank } from './payout/sandbox-bank.ts';
import { serveSandboxIndex } from './sandbox/sandbox-page.ts';
import { httpSms } from './sms/http-sms.ts';
import { sandboxSms } from './sms/sandbox-sms.ts';
import type { SmsGateway } from './sms/sms-gateway.ts';
import { sandboxSunat } from './tax-documents/serve-sandbox-sunat.ts';
import { sunatService } from './tax-documents/sunat-service.ts';
import type { TaxDocumentService } from './tax-documents/tax-document-service.ts';
import { taxFiles } from './tax-documents/tax-files.ts';
import type { TransferAccount } from './transfer/transfer-accounts.ts';

/** All gateways of the lender. An undefined one is not offered. */
export interface Gateways {
  readonly card: CardGateway | undefined;
  readonly cashCode: CashCodeGateway | undefined;
  readonly payout: PayoutGateway | undefined;
  readonly sms: SmsGateway | undefined;
  readonly deviceRisk: DeviceRisk;
  /** The checks of applicants; without a provider nobody is asked. */
  readonly checks: Checks;
  /** The sandbox's mail server; `SMTP_URL` names the real one (`LendingConfig.mail`). */
  readonly sandboxMail?: EmailGateway | undefined;
  /** Undefined: tax documents are issued and wait. */
  readonly taxDocuments?: TaxDocumentService | undefined;
  /** Certificate and key of tax documents; undefined: none is issued. */
  readonly taxKey?: SigningKey | undefined;
  /** Empty: manual transfers are not offered. */
  readonly transferAccounts: readonly TransferAccount[];
  /** The stand-ins to be served under `/sandbox`; none outside the sandbox. */
  readonly sandboxes: readonly Sandbox[];
}

export interface Sandbox {
  readonly name: string;
  readonly path: string;
  readonly app: Hono;
}

export interface GatewayOptions {
  readonly fetch: Fetch;
  /** Milliseconds since 1970, always real. */
  readonly now: () => number;
  /** `YYYY-MM-DD`: the sandbox's bank dates its payments by it. */
  readonly businessDate: () => string;
  /** The address of our own webhook, to which the sandbox's PagoEfectivo sends its messages. */
  readonly webhookUrl: () => string;
}

/** The gateways of a process, by its environment; the sandbox's stand-ins are reached at the process's own port. */
export function lenderGateways(
  env: Environment,
  world: ListenOptions & { readonly sandbox: boolean; readonly clock: Clock },
): Gateways {
  const { sandbox, clock } = world;
  const baseUrl = ownUrl(world);
  const config = readGatewayConfig(env, { sandbox, baseUrl });
  return openGateways(config, {
    fetch: fetchFrom(providerAddresses(config)),
    now: clock.now,
    businessDate: clock.businessDate,
    webhookUrl: () => `${baseUrl}/api/v1/webhooks/pagoefectivo`,
  });
}

/** Lists the origins that the gateways' requests may go to; the stand-ins are this process itself. */
export function providerAddresses({ card, cashCode, payout, sms, checks, tax }: GatewayConfig): string[] {
  return [
    ...(card.kind === 'unavailable' ? [] : [card.settings.apiUrl]),
    ...(cashCode.kind === 'unavailable' ? [] : [cashCode.settings.apiUrl]),
    ...(payout.kind === 'sandbox' ? [payout.settings.apiUrl] : []),
    ...(sms.kind === 'real' ? [sms.settings.url] : []),
    ...(checks.kind === 'unavailable' ? [] : [checks.settings.apiUrl]),
    ...taxAddresses(tax),
  ];
}

function taxAddresses(tax: GatewayConfig['tax']): string[] {
  if (tax.kind === 'unavailable' || tax.settings.adapter === 'files') return [];
  const { serviceUrl, consultUrl } = tax.settings.settings;
  return consultUrl === undefined ? [serviceUrl] : [serviceUrl, consultUrl];
}

/** The gateways of a configuration. No network access before one of them is used. */
export function openGateways(config: GatewayConfig, options: GatewayOptions): Gateways {
  const { fetch, now } = options;
  const { card, cashCode, payout, sms, transfer, checks } = config;
  const risk = config.deviceRisk.kind === 'sandbox' ? sandboxDeviceRisk() : undefined;
  const mail = config.mail.kind === 'sandbox' ? sandboxMail() : undefined;
  return {
    card: card.kind === 'unavailable' ? undefined : niubizCard({ settings: card.settings, fetch, now }),
    cashCode: cashCode.kind === 'unavailable' ? undefined : pagoEfectivo({ settings: cashCode.settings, fetch, now }),
    payout: openPayout(payout, fetch),
    sms: sms.kind === 'real' ? httpSms(sms.settings, fetch) : sms.kind === 'sandbox' ? sandboxSms : undefined,
    deviceRisk: risk?.gateway ?? velocityRules,
    checks: checks.kind === 'unavailable' ? noChecks : httpChecks(checks.settings, fetch),
    sandboxMail: mail?.gateway,
    taxDocuments: openTaxDocuments(config.tax, fetch),
    taxKey: config.taxKey.kind === 'unavailable' ? undefined : config.taxKey.settings(),
    transferAccounts: transfer.kind === 'unavailable' ? [] : transfer.settings,
    sandboxes: [
      ...sandboxesOf(config, options),
      ...(risk ? [{ name: 'Device risk', path: '/sandbox/device-risk', app: risk.app }] : []),
      ...(mail ? [{ name: 'Mail server', path: SANDBOX_MAIL_PATH, app: mail.app }] : []),
    ],
  };
}

function openPayout(payout: GatewayConfig['payout'], fetch: Fetch): PayoutGateway | undefined {
  if (payout.kind === 'unavailable') return undefined;
  return payout.kind === 'real' ? bankFilePayout(payout.settings) : httpBank({ settings: payout.settings, fetch });
}

function openTaxDocuments(tax: GatewayConfig['tax'], fetch: Fetch): TaxDocumentService | undefined {
  if (tax.kind === 'unavailable') return undefined;
  const { adapter, settings } = tax.settings;
  return adapter === 'files' ? taxFiles(settings) : sunatService({ settings, fetch });
}

function sandboxesOf({ card, cashCode, payout, checks, tax }: GatewayConfig, options: GatewayOptions): Sandbox[] {
  const { fetch, now, businessDate, webhookUrl } = options;
  const sandboxes: Sandbox[] = [];
  if (card.kind === 'sandbox') {
    const app = sandboxNiubiz({ settings: card.settings, now, businessDate });
    sandboxes.push({ name: 'Niubiz: cards', path: '/sandbox/niubiz', app });
  }
  if (cashCode.kind === 'sandbox') {
    const app = sandboxPagoEfectivo({ settings: cashCode.settings, now, fetch, webhookUrl });
    sandboxes.push({ name: 'PagoEfectivo: cash, agents and Yape', path: '/sandbox/pagoefectivo', app });
  }
  if (payout.kind === 'sandbox') {
    const app = sandboxBank({ token: payout.settings.token, businessDate });
    sandboxes.push({ name: 'Bank: payouts', path: '/sandbox/bank', app });
  }
  if (checks.kind === 'sandbox') {
    const app = sandboxChecks({ token: checks.settings.token });
    sandboxes.push({ name: 'Checks: identity, account holder, credit bureau', path: '/sandbox/checks', app });
  }
  if (tax.kind === 'sandbox' && tax.settings.adapter === 'sunat') {
    const app = sandboxSunat({ credentials: tax.settings.settings, now });
    sandboxes.push({ name: 'SUNAT: tax documents', path: '/sandbox/sunat', app });
  }
  return sandboxes;
}

/** Serves the stand-ins, and `/sandbox` with a link to each of them and to the outbox. */
export function serveSandboxes(app: HttpApp, { sandboxes }: Pick<Gateways, 'sandboxes'>): void {
  if (sandboxes.length === 0) return;
  serveSandboxIndex(app, [{ path: '/sandbox/outbox', name: 'Outbox: e-mails and text messages' }, ...sandboxes]);
  for (const sandbox of sandboxes) app.route('/', sandbox.app);
}
