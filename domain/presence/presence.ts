import * as z from "zod/mini";
import { userCard } from "../api/answers.ts";

/** Where somebody is. Playing shows over online; a private level has no id and no title of its own. */
export const presence = {
  online: z.boolean(),
  player: z.nullable(z.object({ level: z.object({ id: z.nullable(z.int()), title_tooltip: z.string() }) })),
};
export type Presence = {
  online: boolean;
  player: { level: { id: number | null; title_tooltip: string } } | null;
};

/** What is said in place of a private level's title. */
export const PRIVATE_LEVEL = "a private level";

export const AWAY: Presence = { online: false, player: null };

/** A user as shown in lists of people: with their bubble. */
export const presentUserCard = z.extend(userCard, presence);
export type PresentUserCard = z.infer<typeof presentUserCard>;
