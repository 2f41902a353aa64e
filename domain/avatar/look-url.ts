import type { LookPicture, LookToken } from "./look-token.ts";

/** The URL of a picture of the look with a token. In a file of its own, because every page needs it and few need to decode a token. */
export const lookUrl = (token: LookToken, { pose, size }: LookPicture): string =>
  `/looks/${token}/${pose}-${size}.png`;
