import type { LookToken } from "#domain/avatar/look-url.ts";
import { useUser } from "./user.ts";
import { readVisitorLook } from "./visitor-look.ts";

/** The look of a bopi that was never dressed. */
const DEFAULT_TOKEN: LookToken = "d";

/** Returns the token of the member's own look; for visitors, of the one they made on the front page or of the default one. */
export const useOwnLook = (): LookToken => useUser()?.look ?? readVisitorLook() ?? DEFAULT_TOKEN;
