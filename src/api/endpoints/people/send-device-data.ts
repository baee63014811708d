import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';

/** A missing value or one of another type is ignored (see below). */
const ignored = z.unknown().check(z.overwrite(() => undefined)) as unknown as z.ZodMiniUndefined;
const words = () => z.optional(z.union([z.string(), ignored]));
const flag = () => z.optional(z.union([z.boolean(), ignored]));

/**
 * Device data, field by field as in product-spec §3. The call fails only for its size (domain 2.4): unknown fields are
 * ignored here, and only here.
 */
export const deviceData = z.object({
  originalUserAgent: words(),
  deviceType: words(),
  os: words(),
  osVersion: words(),
  browser: words(),
  browserVersion: words(),
  browserVendor: words(),
  isIphone: flag(),
  isIpad: flag(),
  isIpod: flag(),
  isIos: flag(),
  isAndroid: flag(),
  isAndroidTablet: flag(),
  isWindowsPhone: flag(),
  isPc: flag(),
  isSmartphone: flag(),
  isMobilePhone: flag(),
  isAppliance: flag(),
  isCrawler: flag(),
  isTablet: flag(),
  /** The device's own clock, ISO 8601 with its offset. */
  clientTime: words(),
  /** `412x915`, in CSS pixels. */
  screenResolution: words(),
});
export type DeviceData = z.output<typeof deviceData>;

export const sendDeviceData = endpoint({
  name: 'send-device-data',
  method: 'POST',
  path: '/api/v1/public/device',
  summary: 'Which device a visitor uses, once a day; remembered 13 months against fraud. Sets the cookie `__Host-did`.',
  maxBodyBytes: 8_192,
  body: deviceData,
  ignoresUnknownFields: true,
  successStatus: 201,
  response: z.strictObject({ deviceId: z.guid() }),
  examples: [
    {
      title: 'a phone',
      body: {
        originalUserAgent:
          'Mozilla/5.0 (Linux; Android 14; SM-A155M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
        deviceType: 'smartphone',
        os: 'Android',
        osVersion: '14',
        browser: 'Mobile Chrome',
        browserVersion: '131.0.0.0',
        browserVendor: 'Google Inc.',
        isIphone: false,
        isIpad: false,
        isIpod: false,
        isIos: false,
        isAndroid: true,
        isAndroidTablet: false,
        isWindowsPhone: false,
        isPc: false,
        isSmartphone: true,
        isMobilePhone: true,
        isAppliance: false,
        isCrawler: false,
        isTablet: false,
        clientTime: '2026-01-15T09:30:00.000-05:00',
        screenResolution: '412x915',
      },
      response: { deviceId: '019bc1b5-3f00-7000-8000-000000000001' },
    },
  ],
});
