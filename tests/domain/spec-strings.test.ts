import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { nodesOf } from "#scripts/check/words.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Strings that the specification dictates letter for letter. `{…}` stands for a value. */
const SPEC_STRINGS: readonly (readonly [where: string, source: string, texts: string])[] = [
  [
    "1 §2 Level browser",
    "web/features/levels/text/levels.ts",
    `Search levels | Random Level | Your Levels | Create Level | Show private levels |
    Fetched {N results} | Featured | Search results for "{term}"`,
  ],
  ["1 §2 Level browser", "web/components/text/level-card.ts", `By: {creator} | {N} Playing`],
  ["1 §4 Level browser", "web/features/levels/text/levels.ts", `No results`],
  ["1 §9 Level category options", "domain/levels/level-category.ts", `star collection | free roam`],
  ["1 §9 Level category options", "web/components/text/level-categories.ts", `Default`],
  ["1 §9 Level order options", "web/features/levels/text/levels.ts", `Most Popular | Played at`],
  ["1 §9 Level filter options", "web/features/levels/text/levels.ts", `Highest rated`],
  [
    "1 §6 Logged-in filters",
    "web/features/levels/text/levels.ts",
    `Favorited | Cleared by you | Uncleared by you | Played by you | Not played by you |
    Played by buddies`,
  ],
  [
    "1 §2 Ratings search page",
    "web/features/ratings/text.ts",
    `{total} total results | Username | Level | Rating | Difficulty | Clear time | Date | Delete |
    Search | N/A | (Click to edit) | No results`,
  ],
  [
    "1 §2 Inventory page",
    "web/features/inventory/entry-details.tsx",
    `No items found | {username} obtained this item | All | Hats | Toys | Faces | Shirts | Pants |
    Shoes | Favorites`,
  ],
  ["1 §2 Inventory page", "domain/inventory/view.ts", `No Item Selected`],
  ["1 §2 Inventory page", "domain/inventory/transaction-text.ts", `{user} obtained this item`],
  [
    "1 §2 Achievements page",
    "web/features/achievements/text.ts",
    `Your Achievements | {username}'s Achievements | View Achievements`,
  ],
  ["1 §2 Achievements page", "web/ui/text/controls.ts", `None`],
  ["1 §2 Comments section", "web/features/comments/text.ts", `Show More | No comments found`],
  ["1 §3 Join destination", "web/components/text/play-button.ts", `Play | Join`],
  ["1 §3 Default new theme", "domain/themes/presets.ts", `Custom theme`],
  [
    "1 §4 Play button, §8 Join",
    "web/components/text/play.ts",
    `Error joining |
    Download {game client name}`,
  ],
  [
    "1 §8 Join",
    "web/components/text/play.ts",
    `{client} was not detected on this system: it didn't answer. |
    If you don't have it yet, download it from the link below.`,
  ],
  ["1 §8 Join", "web/ui/text/ui.ts", `Ok`],
  ["1 §4 Countdown timer", "web/ui/text/controls.ts", `Ended`],
  ["1 §4 Theme editor", "web/features/themes/text.ts", `Solid | Gradient | Update | Create`],
  ["1 §6 The thread popover", "domain/forums/rules.ts", `{product} Central | Off Topic | Help`],
  ["1 §6 Popover", "web/components/text/popover.ts", `Edit | Report | Quote | Bookmark`],
  ["1 §8 Theme save", "web/ui/text/ui.ts", `An error occurred`],
  ["1 §8 Popover actions", "web/ui/text/ui.ts", `Error`],
  [
    "2 §1 Gold benefits",
    "web/features/gold/pages/gold-page.tsx",
    `Daily coins | Extra XP | Max levels | Gold username and badge | Normal | Gold`,
  ],
  [
    "2 §2 Shop list",
    "web/features/shop/pages/shop-page.tsx",
    `Create item | No items found | Cheapest | Priciest | Offsale | Newest | Oldest`,
  ],
  ["2 §2 Shop list, §9 Shop", "web/components/text/item-card.ts", `FREE`],
  ["2 §2 Avatar", "web/features/avatar/text/avatar.ts", `Outfits | Colors | Wearing | Show More`],
  [
    "2 §2 Billing page",
    "web/features/gold/text/billing.ts",
    `Billing Details | Invoice number | Items | Total | Date | View`,
  ],
  ["2 §2 Buddies", "web/features/buddies/text.ts", `Buddies | Incoming | Outgoing`],
  ["2 §2 Chat", "web/features/conversations/text.ts", `Conversations | Search | Jump to reported content`],
  ["2 §2 Ratings", "web/features/levels/text/level.ts", `View ratings`],
  ["2 §2 Ratings", "web/features/ratings/text.ts", `View ratings`],
  ["2 §2 Other shared pieces", "web/ui/text/controls.ts", `Expand | Collapse`],
  ["2 §4 Subscription status", "domain/gold/api.ts", `Canceled`],
  [
    "2 §4 Buddy request",
    "web/features/buddies/text.ts",
    `Are you sure you want to remove {username} from your buddies?`,
  ],
  [
    "2 §4 Avatar edit",
    "web/features/avatar/text/avatar.ts",
    `Your bopi has been saved, it may take a few minutes for your changes to be reflected across the site`,
  ],
  ["2 §4 Message", "web/features/conversations/text.ts", `Message removed`],
  ["2 §4 Block", "web/features/conversations/text.ts", `This user is blocked`],
  ["2 §4 Block", "domain/errors.ts", `This user is blocked`],
  ["2 §4 Chat unread", "web/lib/format.ts", `99+`],
  [
    "2 §5 Texture upload",
    "domain/items/texture-problem.ts",
    `Texture must be a png | Texture dimensions must be 512x512`,
  ],
  ["2 §5 Chat message", "web/features/conversations/text.ts", `Your message must at least be 1 character`],
  ["2 §5 Chat message", "domain/conversations/api.ts", `Your message must at least be 1 character`],
  ["2 §8 Create item failure", "web/features/shop/text/create-item.ts", `An error occured`],
  ["2 §8 Chat send failure", "web/features/conversations/text.ts", `Error`],
  ["2 §8 Empty states", "web/features/gold/text/billing.ts", `No Invoices`],
  ["2 §8 Empty states", "web/features/blocks/text.ts", `No results found`],
  ["2 §8 Empty states", "web/features/buddies/text.ts", `No results found`],
  [
    "2 §8 Empty states",
    "web/features/conversations/text.ts",
    `No results found | You don't have any conversations. Click search to find a user to start one with.`,
  ],
  ["2 §8 Empty states", "web/features/avatar/text/avatar.ts", `No {category} found`],
  [
    "3 §2 Settings page",
    "web/features/settings/text/settings.ts",
    `Account | Privacy | Appearance | Billing`,
  ],
  [
    "3 §2 Transactions history",
    "web/features/transactions/text/transactions.ts",
    `Source | User | Type | XP | Coins | Items | Date | Any | To you | From you`,
  ],
  [
    "3 §2 User directory",
    "web/features/users/text/users.ts",
    `Users | In-game | Online | Show More | No users found | No results found`,
  ],
  ["3 §2 Profile levels showcase", "web/features/users/text/users.ts", `View {count minus 3} More`],
  ["3 §4 Online status bubble", "web/ui/text/controls.ts", `Playing {title}`],
  ["3 §4 Chat-service link", "web/features/discord/discord-section.tsx", `Linking account information`],
  [
    "3 §8 Chat-service",
    "domain/discord/strings.ts",
    `An error occured when syncing information to your discord account. |
    An error occured when unlinking your discord account. |
    Your information has been synced (it may take a few moments for changes to take effect) |
    Your discord account has been unlinked (you can remove bot access in discord by going to User Settings > Authorized Apps)`,
  ],
  ["3 §8 Success messages", "web/features/themes/text.ts", `Custom theme saved`],
  ["3 §8 Empty results", "web/features/blocks/text.ts", `No users found`],
  ["3 §8 Empty results", "web/features/buddies/text.ts", `No users found`],
  ["3 §8 Empty results", "web/features/transactions/text/transactions.ts", `No results found`],
  ["3 §9 Recovery codes", "web/features/security/devices-panel.tsx", `Copied!`],
  [
    "3 §9 Transaction types",
    "domain/transactions/types.ts",
    `Purchase | Daily Challenge | Challenge | Event Reward | Granted by User | Granted by Level |
    Granted by Item | Spirit Reward | Default | Achievement`,
  ],
  ["DECISIONS Names", "domain/site.ts", `Bopolis | Bopolis Player | bopolis`],
  ["DECISIONS Privacy permissions", "domain/blocks/rules.ts", `Everyone | Buddies | No one`],
  ["DECISIONS Client not installed", "web/components/text/play.ts", `Retry`],
  ["DECISIONS Times", "web/features/events/text.ts", `{days}New York{days}`],
];

/** The string literals of a file, and the fixed parts of its templates. */
const literalsIn = (file: string): string[] =>
  [...nodesOf(parseSync(file, readFileSync(join(ROOT, file), "utf8")).program)].flatMap((node) => {
    if (node.type === "Literal" && typeof node.value === "string") return [node.value];
    return node.type === "TemplateElement" ? [node.value.cooked ?? ""] : [];
  });

/** Whether a module has a string: as a whole literal, or each fixed part of a template within one. */
function holds(literals: readonly string[], text: string): boolean {
  const parts = text.split(/\{[^}]*\}/);
  if (parts.length === 1) return literals.includes(text);
  return literals.includes(text) || parts.every((part) => literals.some((literal) => literal.includes(part)));
}

test("keeps every string that the specification dictates", () => {
  const missing = SPEC_STRINGS.flatMap(([where, source, texts]) => {
    const literals = literalsIn(source);
    const lost = texts.split("|").filter((text) => !holds(literals, text.trim()));
    return lost.map((text) => `${where}, ${source}: ${text}`);
  });
  expect(missing).toEqual([]);
});
