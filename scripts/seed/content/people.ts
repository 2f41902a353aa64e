import type { Role } from "#domain/auth/roles.ts";
import type { BopiColors } from "#domain/avatar/colors.ts";
import { type Random, seededRandom } from "./random.ts";
import { readTexts } from "./texts.ts";

export interface SeedPerson {
  username: string;
  bio: string;
  joinedDaysAgo: number;
  role: Role;
  gold: boolean;
  colors: BopiColors;
  /** The name of a site profile theme. It shows if the user is allowed to use it. */
  theme: string;
}

/** Users, oldest first, and what they choose from: colors of the body and profile themes. */
const TEXTS = readTexts<{
  people: { username: string; bio: string }[];
  skins: string[];
  clothes: string[];
  shoes: string[];
  themes: string[];
  troublemaker: Record<"username" | "bio" | "reason" | "warning" | "appeal", string> & {
    joinedDaysAgo: number;
  };
}>("people");

/** A banned user, with a warning and an appeal. */
export const TROUBLEMAKER = TEXTS.troublemaker;

/** Usernames of the demo world, unique ignoring case. */
export const USERNAMES = TEXTS.people.map(({ username }) => username);

/** Returns the demo users. The first four are the sign-ins: `admin`, `moderator`, `goldie` (Gold) and `bobby`. */
export function seedPeople(): SeedPerson[] {
  const random = seededRandom(64_001);
  return TEXTS.people.map(({ username, bio }, i) => ({
    username,
    bio,
    joinedDaysAgo: i < 4 ? ([900, 760, 420, 365][i] as number) : Math.round(12 + random.next() ** 1.5 * 780),
    role: i === 0 ? "admin" : i === 1 ? "moderator" : "member",
    gold: i === 2 || (i > 3 && random.chance(0.18)),
    colors: bodyColors(random, i),
    theme: i === 0 ? (TEXTS.themes[0] ?? "") : random.pick(TEXTS.themes),
  }));
}

/** Picks plausible body colors: matching skin and legs, and now and then two odd shoes. */
function bodyColors(random: Random, index: number): BopiColors {
  const { skins, clothes, shoes } = TEXTS;
  const skin = index === 0 ? "ffd34d" : random.pick(skins);
  const shirt = index === 0 ? "f99205" : random.pick(clothes);
  const sleeve = random.chance(0.5) ? shirt : skin;
  const legs = random.pick(clothes.filter((color) => color !== shirt));
  const shoe = random.pick(shoes);
  const glove = random.chance(0.15) ? random.pick(clothes) : skin;
  return {
    head: skin,
    torso: shirt,
    left_arm: sleeve,
    left_hand: glove,
    right_arm: sleeve,
    right_hand: glove,
    left_leg: legs,
    right_leg: legs,
    left_shoe: shoe,
    right_shoe: random.chance(0.1) ? random.pick(shoes) : shoe,
  };
}
