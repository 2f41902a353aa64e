import * as z from "zod/mini";
import { nothing } from "../api/answers.ts";
import { route } from "../api/route.ts";
import { daily } from "../daily/api.ts";
import { levelCard } from "../levels/card.ts";
import { presentUserCard } from "../presence/presence.ts";

export const homeRoute = route("GET", "/api/home", {
  summary: "What the front page shows: the site's counts and a few rows of levels.",
  access: "public",
  keep: 5,
  input: nothing,
  output: z.object({
    counts: z.object({ users: z.int(), levels: z.int(), clears: z.int(), playing: z.int() }),
    featured: z.array(levelCard),
    popular: z.array(levelCard),
    newest: z.array(levelCard),
    /** The member's last played levels; empty for visitors. */
    recent: z.array(levelCard),
    /** The member's own newest levels; empty for visitors. */
    own: z.array(levelCard),
    /** Buddies of the member who are online or playing, of the newest; empty for visitors. */
    buddies_online: z.array(presentUserCard),
    /** How far the member is with today's challenge; null for visitors. */
    daily: z.nullable(daily),
    /** Events that are on, those that end first in front. */
    events: z.array(z.object({ id: z.int(), short_name: z.string(), highlight_color: z.string() })),
  }),
});
