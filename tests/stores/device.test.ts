import { UAParser } from 'ua-parser-js';
import { expect, test } from 'vitest';
import { deviceData, sendDeviceData } from '#api/endpoints/people/send-device-data.ts';
import { type DeviceFacts, deviceDataOf, SEND_DEVICE_DATA } from '#stores/device.ts';

const FACTS: DeviceFacts = {
  userAgent: '',
  vendor: 'Google Inc.',
  maxTouchPoints: 0,
  screen: { width: 412, height: 915 },
  nowMs: Date.UTC(2026, 0, 15, 14, 30),
  offsetMinutes: 300,
};

function dataFor(userAgent: string, facts: Partial<DeviceFacts> = {}) {
  return deviceDataOf(new UAParser(userAgent).getResult(), { ...FACTS, userAgent, ...facts });
}

const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0';
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Safari/605.1.15`;

/** User agent, kind of device, and every flag that is set. */
test.each([
  [
    'an iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${SAFARI} Mobile/15E148 Safari/604.1`,
    'smartphone',
    ['isIphone', 'isIos', 'isSmartphone', 'isMobilePhone'],
  ],
  [
    'an iPod',
    'Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
    'smartphone',
    ['isIpod', 'isIos', 'isSmartphone', 'isMobilePhone'],
  ],
  [
    'an Android phone',
    `Mozilla/5.0 (Linux; Android 14; SM-A155M) ${CHROME} Mobile Safari/537.36`,
    'smartphone',
    ['isAndroid', 'isSmartphone', 'isMobilePhone'],
  ],
  [
    'an Android tablet',
    `Mozilla/5.0 (Linux; Android 13; SM-X200) ${CHROME} Safari/537.36`,
    'tablet',
    ['isAndroid', 'isAndroidTablet', 'isTablet'],
  ],
  [
    'a Windows phone',
    'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15254',
    'smartphone',
    ['isWindowsPhone', 'isSmartphone', 'isMobilePhone'],
  ],
  ['a simple phone', 'Nokia6300/2.0 (04.20) Profile/MIDP-2.0 Configuration/CLDC-1.1', 'mobilephone', ['isMobilePhone']],
  ['a computer', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'pc', ['isPc']],
  ['a Mac', MAC, 'pc', ['isPc']],
  [
    'a television',
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/5.0 TV Safari/537.36',
    'appliance',
    ['isAppliance'],
  ],
  ['a crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'crawler', ['isCrawler']],
])('%s is told from others', { tags: 'spec-3.35' }, (_, userAgent, deviceType, flags) => {
  const data = dataFor(userAgent);
  expect(data.deviceType).toBe(deviceType);
  expect(Object.entries(data).flatMap(([name, value]) => (value === true ? [name] : []))).toEqual(flags);
});

test('an iPad that calls itself a Mac is told by its touch screen', () => {
  expect(dataFor(MAC, { maxTouchPoints: 5 })).toMatchObject({
    deviceType: 'tablet',
    os: 'iOS',
    isIpad: true,
    isIos: true,
    isTablet: true,
    isPc: false,
  });
});

test.each([
  [300, '2026-01-15T09:30:00.000-05:00'],
  [0, '2026-01-15T14:30:00.000+00:00'],
  [-330, '2026-01-15T20:00:00.000+05:30'],
])('the time is the clock of the device, %d minutes behind UTC', { tags: 'spec-3.36' }, (offsetMinutes, clientTime) => {
  expect(dataFor(MAC, { offsetMinutes }).clientTime).toBe(clientTime);
});

test('sends exactly the fields of the contract, and to its address', {
  tags: ['spec-3.33', 'spec-3.34', 'spec-3.40', 'spec-7.18', 'promise-what-is-asked-of-a-browser-and-what-is-not'],
}, () => {
  const data = dataFor(`Mozilla/5.0 (Linux; Android 14; SM-A155M) ${CHROME} Mobile Safari/537.36`);
  expect(Object.keys(data).sort()).toEqual(Object.keys(deviceData.shape).sort());
  expect(data).toMatchObject({
    originalUserAgent: expect.stringContaining('SM-A155M'),
    os: 'Android',
    osVersion: '14',
  });
  expect(data).toMatchObject({ browser: 'Chrome', browserVersion: '131.0.0.0', screenResolution: '412x915' });
  expect(SEND_DEVICE_DATA).toEqual({ method: sendDeviceData.method, path: sendDeviceData.path });
});
