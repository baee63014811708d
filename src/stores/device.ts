import { type IResult, UAParser } from 'ua-parser-js';
import type { Route } from '#api/call.ts';
import type { DeviceData, sendDeviceData as endpoint } from '#api/endpoints/people/send-device-data.ts';
import { bearer } from './bearer.ts';

/** Repeated here so that light pages do not load the endpoint's schema; a test compares it. */
export const SEND_DEVICE_DATA: Route<typeof endpoint> = { method: 'POST', path: '/api/v1/public/device' };

/** Where the browser stores the day (UTC) on which it last sent its device data. */
export const DEVICE_SENT_KEY = 'manay:device-sent';

/** The browser's own knowledge of the device, besides its user agent. */
export interface DeviceFacts {
  readonly userAgent: string;
  readonly vendor: string;
  readonly maxTouchPoints: number;
  /** CSS pixels. */
  readonly screen: { readonly width: number; readonly height: number };
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Minutes to add to local time to get UTC, as `Date` tells it: 300 in Lima. */
  readonly offsetMinutes: number;
}

/** The user agent as the parser reads it. */
type ParsedAgent = Pick<IResult, 'browser' | 'os' | 'device'>;

const CRAWLER = /bot\b|crawl|spider|slurp|facebookexternalhit|headless|lighthouse|preview/i;
const APPLIANCES: readonly string[] = ['smarttv', 'console', 'wearable', 'embedded', 'xr'];

/** Fills every field of product-spec §3, from the parsed user agent. */
export function deviceDataOf(parsed: ParsedAgent, facts: DeviceFacts): Required<DeviceData> {
  const { os, browser } = parsed;
  const maker = makerFlags(parsed, facts);
  const kind = CRAWLER.test(facts.userAgent) ? 'crawler' : kindOf(parsed, maker);
  const isTablet = kind === 'tablet';
  return {
    originalUserAgent: facts.userAgent,
    deviceType: kind,
    os: maker.isIpad ? 'iOS' : os.name,
    osVersion: os.version,
    browser: browser.name,
    browserVersion: browser.version,
    browserVendor: facts.vendor,
    ...maker,
    isAndroidTablet: maker.isAndroid && isTablet,
    isPc: kind === 'pc',
    isSmartphone: kind === 'smartphone',
    isMobilePhone: kind === 'smartphone' || kind === 'mobilephone',
    isAppliance: kind === 'appliance',
    isCrawler: kind === 'crawler',
    isTablet,
    clientTime: localTime(facts.nowMs, facts.offsetMinutes),
    screenResolution: `${facts.screen.width}x${facts.screen.height}`,
  };
}

type MakerFlag = 'isIphone' | 'isIpad' | 'isIpod' | 'isIos' | 'isAndroid' | 'isWindowsPhone';

function makerFlags({ os, device }: ParsedAgent, { maxTouchPoints }: DeviceFacts): Record<MakerFlag, boolean> {
  // From version 13 an iPad identifies itself as a Mac; no Mac has a touch screen.
  const isMacWithTouch = device.vendor === 'Apple' && device.type === undefined && maxTouchPoints > 1;
  const isIpad = device.model === 'iPad' || isMacWithTouch;
  const isIphone = device.model === 'iPhone';
  const isIpod = device.model?.startsWith('iPod') ?? false;
  return {
    isIphone,
    isIpad,
    isIpod,
    isIos: isIphone || isIpad || isIpod,
    isAndroid: os.name?.startsWith('Android') ?? false,
    isWindowsPhone: os.name === 'Windows Phone' || os.name === 'Windows Mobile',
  };
}

function kindOf({ device }: ParsedAgent, maker: Record<MakerFlag, boolean>): string {
  if (maker.isIpad || device.type === 'tablet') return 'tablet';
  if (APPLIANCES.includes(device.type ?? '')) return 'appliance';
  if (device.type !== 'mobile') return 'pc';
  return maker.isIos || maker.isAndroid || maker.isWindowsPhone ? 'smartphone' : 'mobilephone';
}

/** Formats an instant by ISO 8601 with the device's own offset: `2026-01-15T09:30:00.000-05:00`. */
function localTime(nowMs: number, offsetMinutes: number): string {
  const local = new Date(nowMs - offsetMinutes * 60_000).toISOString().slice(0, -1);
  const size = Math.abs(offsetMinutes);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${local}${offsetMinutes > 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/**
 * Reads this device. The parser is 8 KB, so this file must be imported lazily. Each of its lists of patterns takes a
 * cheap phone several frames, so a person's tap is let in between.
 */
export async function readDevice(): Promise<Required<DeviceData>> {
  const parser = new UAParser(navigator.userAgent);
  const os = parser.getOS();
  await idle();
  const device = parser.getDevice();
  await idle();
  const browser = parser.getBrowser();
  await idle();
  const now = new Date();
  return deviceDataOf(
    { os, device, browser },
    {
      userAgent: navigator.userAgent,
      vendor: navigator.vendor,
      maxTouchPoints: navigator.maxTouchPoints,
      screen: { width: screen.width, height: screen.height },
      nowMs: now.getTime(),
      offsetMinutes: now.getTimezoneOffset(),
    },
  );
}

/** Waits until nothing else needs doing, but not for long, because an application waits for it. */
function idle(): Promise<unknown> {
  // Safari has no `requestIdleCallback`.
  return new Promise((done) => {
    if ('requestIdleCallback' in window) requestIdleCallback(done, { timeout: 300 });
    else setTimeout(done);
  });
}

/**
 * Sends the device data once a day, in the background; failures are ignored. It must not import any module that islands
 * use, because sharing one would split the islands into more files.
 */
export async function sendDevice(): Promise<void> {
  const { method, path } = SEND_DEVICE_DATA;
  const headers = { 'content-type': 'application/json', ...bearer() };
  const body = JSON.stringify(await readDevice());
  const answer = await fetch(path, { method, headers, body }).catch(() => undefined);
  // An unread response keeps its connection open, and the page never counts as loaded.
  await answer?.text().catch(() => undefined);
  if (!answer?.ok) return;
  try {
    localStorage.setItem(DEVICE_SENT_KEY, new Date().toISOString().slice(0, 10));
  } catch {
    // Storage is forbidden by the browser's settings: the data is sent again next time.
  }
}
