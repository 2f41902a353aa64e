import * as achievements from "../achievements/api.ts";
import * as auth from "../auth/api.ts";
import * as signIn from "../auth/sign-in/api.ts";
import * as avatar from "../avatar/api.ts";
import * as blocks from "../blocks/api.ts";
import * as buddies from "../buddies/api.ts";
import * as build from "../build/api.ts";
import * as ownPrefabs from "../build/own-prefabs/api.ts";
import * as publishing from "../build/publishing/api.ts";
import * as clears from "../clears/api.ts";
import * as comments from "../comments/api.ts";
import * as conversations from "../conversations/api.ts";
import * as daily from "../daily/api.ts";
import * as discord from "../discord/api.ts";
import * as events from "../events/api.ts";
import * as follows from "../follows/api.ts";
import * as forums from "../forums/api.ts";
import * as gold from "../gold/api.ts";
import * as health from "../health/api.ts";
import * as home from "../home/api.ts";
import * as hosts from "../hosts/api.ts";
import * as inventory from "../inventory/api.ts";
import * as items from "../items/api.ts";
import * as reviews from "../items/reviews/api.ts";
import * as levels from "../levels/api.ts";
import * as moderation from "../moderation/api.ts";
import * as notifications from "../notifications/api.ts";
import * as outfits from "../outfits/api.ts";
import * as play from "../play/api.ts";
import * as presence from "../presence/api.ts";
import * as push from "../push/api.ts";
import * as ratings from "../ratings/api.ts";
import * as reports from "../reports/api.ts";
import * as room from "../room/api.ts";
import * as runs from "../runs/api.ts";
import * as search from "../search/api.ts";
import * as security from "../security/api.ts";
import * as settings from "../settings/api.ts";
import * as shop from "../shop/api.ts";
import * as spam from "../spam/api.ts";
import * as staff from "../staff/api.ts";
import * as starter from "../starter/api.ts";
import * as statistics from "../statistics/api.ts";
import * as system from "../system/api.ts";
import * as themes from "../themes/api.ts";
import * as transactions from "../transactions/api.ts";
import * as users from "../users/api.ts";
import * as wishlist from "../wishlist/api.ts";

export const CONTRACTS = [
  achievements,
  auth,
  signIn,
  avatar,
  gold,
  discord,
  security,
  settings,
  system,
  themes,
  blocks,
  buddies,
  build,
  publishing,
  ownPrefabs,
  clears,
  comments,
  conversations,
  daily,
  events,
  follows,
  forums,
  health,
  home,
  starter,
  hosts,
  inventory,
  items,
  levels,
  moderation,
  notifications,
  outfits,
  play,
  presence,
  push,
  ratings,
  reports,
  reviews,
  room,
  runs,
  search,
  shop,
  wishlist,
  spam,
  staff,
  statistics,
  transactions,
  users,
] as const;
