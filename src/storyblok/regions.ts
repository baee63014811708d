interface Region {
  /** Of the Content Delivery API. */
  readonly api: string;
  readonly management: string;
  /** Where its spaces keep their pictures; the second is the one for scripts of other origins. */
  readonly pictures: readonly string[];
}

/** Storyblok's regions, as its documentation has them ("Assets", "Regional domains"). */
export const REGIONS: Readonly<Record<string, Region>> = {
  eu: {
    api: 'https://api.storyblok.com/v2',
    management: 'https://mapi.storyblok.com',
    pictures: ['https://a.storyblok.com', 'https://a2.storyblok.com'],
  },
  us: {
    api: 'https://api-us.storyblok.com/v2',
    management: 'https://api-us.storyblok.com',
    pictures: ['https://a-us.storyblok.com', 'https://a2-us.storyblok.com'],
  },
  ca: {
    api: 'https://api-ca.storyblok.com/v2',
    management: 'https://api-ca.storyblok.com',
    pictures: ['https://a-ca.storyblok.com'],
  },
  ap: {
    api: 'https://api-ap.storyblok.com/v2',
    management: 'https://api-ap.storyblok.com',
    pictures: ['https://a-ap.storyblok.com', 'https://a2-ap.storyblok.com'],
  },
  cn: {
    api: 'https://app.storyblokchina.cn/v2',
    management: 'https://app.storyblokchina.cn',
    pictures: ['https://a.storyblokchina.cn'],
  },
};

/** Pictures come from our own pages or from here: the policy of every page says so. */
export const PICTURE_ORIGINS: readonly string[] = Object.values(REGIONS).flatMap(({ pictures }) => pictures);

/** That part of the policy. */
export const PICTURE_POLICY = `img-src 'self' data: ${PICTURE_ORIGINS.join(' ')}`;
