import * as z from "zod/mini";
import { userCard } from "../api/response.ts";

/** A user's presence. Playing takes precedence over online. A private level's id and title are hidden. */
export const presenceState = {
  online: z.boolean(),
  player: z.nullable(z.object({ level: z.object({ id: z.nullable(z.int()), title_tooltip: z.string() }) })),
};
export type PresenceState = {
  online: boolean;
  player: { level: { id: number | null; title_tooltip: string } } | null;
};

/** Shown instead of a private level's title. */
export const PRIVATE_LEVEL = "a private level";

export const OFFLINE: PresenceState = { online: false, player: null };

export const presentUserCard = z.extend(userCard, presenceState);
export type PresentUserCard = z.infer<typeof presentUserCard>;
