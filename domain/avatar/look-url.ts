/** A complete look as text for URLs. */
export type LookToken = string;

export const BOPI_POSES = ["idle", "wave", "sit", "shrug", "cheer", "sleep", "carry"] as const;
export type BopiPose = (typeof BOPI_POSES)[number];

/** The subject of a picture: the head and shoulders, or the whole bopi in a pose. */
export const LOOK_POSES = ["headshot", ...BOPI_POSES] as const;
export type LookPose = (typeof LOOK_POSES)[number];

export const LOOK_SIZES = [160, 256, 512] as const;
export type LookSize = (typeof LOOK_SIZES)[number];

export interface LookPicture {
  pose: LookPose;
  size: LookSize;
}

/** The URL of a picture of the look with a token. In a file of its own, because every page needs it and few need to decode a token. */
export const lookUrl = (token: LookToken, { pose, size }: LookPicture): string =>
  `/looks/${token}/${pose}-${size}.png`;
