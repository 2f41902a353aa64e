import * as z from "zod/mini";
import { emptyObject } from "../api/response.ts";
import { route } from "../api/route.ts";
import { daily } from "../daily/api.ts";
import { levelCard } from "../levels/card.ts";
import { presentUserCard } from "../presence/presence.ts";

export const homeRoute = route("GET", "/api/home", {
  summary: "The home page: the site's counts and a few rows of levels.",
  access: "public",
  cacheSeconds: 5,
  input: emptyObject,
  output: z.object({
    counts: z.object({ users: z.int(), levels: z.int(), clears: z.int(), playing: z.int() }),
    featured: z.array(levelCard),
    popular: z.array(levelCard),
    newest: z.array(levelCard),
    /** The member's recently played levels; empty for visitors. */
    recent: z.array(levelCard),
    /** The member's own newest levels; empty for visitors. */
    own: z.array(levelCard),
    /** The member's newest buddies who are online or playing; empty for visitors. */
    buddies_online: z.array(presentUserCard),
    /** The member's progress in today's challenge; null for visitors. */
    daily: z.nullable(daily),
    /** Current events, the earliest end first. */
    events: z.array(z.object({ id: z.int(), short_name: z.string(), highlight_color: z.string() })),
  }),
});
