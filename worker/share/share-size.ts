/** The size of link previews that social networks and messengers show in full. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;
