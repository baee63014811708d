import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

/** A missing value or one of another type is ignored (see below). */
const ignored = z.unknown().check(z.overwrite(() => undefined)) as unknown as z.ZodMiniUndefined;
const words = () => z.optional(z.union([z.string(), ignored]));
const flag = () => z.optional(z.union([z.boolean(), ignored]));

/**
 * Device data, field by field as in product-spec §3. The call fails only for its size (domain 2.4): unknown fields are
 * ignored here, and only here.
 */
export const deviceData = z.object({
  originalUserAgent: means('As the browser sends it; cut at 512 characters.', words()),
  deviceType: means('pc, smartphone, mobilephone, tablet, appliance or crawler.', words()),
  os: means('Operating system.', words()),
  osVersion: means('Its version.', words()),
  browser: means('Browser.', words()),
  browserVersion: means('Its version.', words()),
  browserVendor: means('As the browser tells it.', words()),
  isIphone: means('An iPhone.', flag()),
  isIpad: means('An iPad, also one that calls itself a Mac.', flag()),
  isIpod: means('An iPod touch.', flag()),
  isIos: means('Any of the three.', flag()),
  isAndroid: means('Runs Android.', flag()),
  isAndroidTablet: means('A tablet that runs Android.', flag()),
  isWindowsPhone: means('Runs Windows Phone or Windows Mobile.', flag()),
  isPc: means('None of the kinds below.', flag()),
  isSmartphone: means('A mobile phone with one of the systems above.', flag()),
  isMobilePhone: means('A mobile phone, smart or not.', flag()),
  isAppliance: means('A television, console, watch or the like.', flag()),
  isCrawler: means('A program that reads pages.', flag()),
  isTablet: means('A tablet.', flag()),
  clientTime: means('The device’s own clock, ISO 8601 with its offset.', words()),
  screenResolution: means('Width x height in CSS pixels.', words()),
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
  response: z.strictObject({ deviceId: means('Names the device; also in the cookie did.', z.guid()) }),
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
