import * as z from "zod/mini";
import { page, preload } from "../api/page.ts";
import { userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { waitingRequests } from "../buddies/waiting-requests.ts";
import { daily } from "../daily/api.ts";
import { event } from "../events/event.ts";
import { levelCard } from "../levels/card.ts";
import { presentUserCard } from "../presence/presence.ts";
import { SITE } from "../site.ts";
import { starterItem } from "../starter/api.ts";

/** Something that someone did: `level` and `item` are what they published, `achievement` what they earned. */
const creatorUpdate = z.object({
  user: userCard,
  created_at: z.string(),
  level: z.nullable(levelCard),
  item: z.nullable(z.object({ name: z.string(), url: z.string(), thumbnail_url: z.string() })),
  achievement: z.nullable(z.object({ name: z.string(), picture: z.string() })),
});
export type CreatorUpdate = z.infer<typeof creatorUpdate>;

export const homeRoute = route("GET", "/api/home", {
  summary: "The home page: the site's counts and shelves of levels. No level shows twice.",
  access: "public",
  cacheSeconds: 5,
  output: z.object({
    counts: z.object({ users: z.int(), levels: z.int(), clears: z.int(), playing: z.int() }),
    featured: z.array(levelCard),
    popular: z.array(levelCard),
    newest: z.array(levelCard),
    /** The member's recently played levels with their best time; empty for visitors. */
    recent: z.array(z.extend(levelCard, { best_ms: z.nullable(z.int()) })),
    /** Updates of creators that the member follows, and of buddies, newest first; empty for visitors. */
    updates: z.array(creatorUpdate),
    /** The member's own newest levels; empty for visitors. */
    own: z.array(levelCard),
    /** The member's newest buddies who are online or playing; empty for visitors. */
    buddies_online: z.array(presentUserCard),
    /** Buddy requests to the member; empty for visitors. */
    requests: waitingRequests,
    /** The member's progress in today's challenge; null for visitors. */
    daily: z.nullable(daily),
    /** The current event that ends first, with some of its levels, how many people play them, and some who cleared one. */
    stage: z.nullable(z.extend(event, { players: z.int(), participants: z.array(userCard) })),
    /** For visitors, the items of the hero's rack; empty for members. */
    starters: z.array(starterItem),
    /** For visitors, the token of the look that the hero's bopi starts with; null for members. */
    hero_look: z.nullable(z.string()),
    events: z.array(z.object({ id: z.int(), short_name: z.string(), highlight_color: z.string() })),
  }),
});

export const homePage = page("/", {
  access: "public",
  module: "home/visitor",
  memberModule: "home/member",
  chunk: "front",
  title: `${SITE.name}: a toy city built by its players`,
  preload: () => [preload(homeRoute)],
  inSitemap: true,
});
