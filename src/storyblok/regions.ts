interface Region {
  /** The host of the Content Delivery API. */
  readonly api: string;
  readonly management: string;
  /** The hosts of its spaces' pictures; the second is the one for scripts of other origins. */
  readonly pictures: readonly string[];
}

/** Storyblok's regions, as documented by Storyblok ("Assets", "Regional domains"). */
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

/** Origins that pictures may come from besides our own pages; the policy of every page names them. */
export const PICTURE_ORIGINS: readonly string[] = Object.values(REGIONS).flatMap(({ pictures }) => pictures);

/** The part of the policy about pictures. */
export const PICTURE_POLICY = `img-src 'self' data: ${PICTURE_ORIGINS.join(' ')}`;
