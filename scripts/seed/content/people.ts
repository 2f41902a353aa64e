import type { Role } from "#domain/auth/roles.ts";
import type { BopiColors } from "#domain/avatar/colors.ts";
import { type Random, seededRandom } from "./random.ts";
import { BIOS, NAMES } from "./text/names.ts";

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

const SKINS = [
  "f8d9b8",
  "eec39a",
  "d9a066",
  "a9714b",
  "7a4b32",
  "ffd34d",
  "9be15d",
  "8fc7ff",
  "c79bff",
  "ff9ec4",
  "f4f4f8",
] as const;
const CLOTHES = [
  "f94144",
  "f3722c",
  "f99205",
  "ffb800",
  "90be6d",
  "43aa8b",
  "277da1",
  "4d5bd6",
  "8d5bd6",
  "d65bb0",
  "2e3244",
  "f4f4f8",
] as const;
const SHOES = ["17171c", "f4f4f8", "6b4226", "d62839", "2f6690", "3d405b"] as const;
const PROFILE_THEMES = [
  "Ink and orange",
  "Sunset",
  "Seafoam",
  "Grape soda",
  "Bubblegum",
  "Deep sea",
  "Forest",
  "Cherry",
  "Midnight",
  "Paper",
  "Lava",
  "Ice",
] as const;

/** Returns the demo users. The first four are the sign-ins: `admin`, `moderator`, `goldie` (Gold) and `bobby`. */
export function seedPeople(): SeedPerson[] {
  const random = seededRandom(64_001);
  return NAMES.map((username, i) => ({
    username,
    bio: BIOS[i] ?? "",
    joinedDaysAgo: i < 4 ? ([900, 760, 420, 365][i] as number) : Math.round(12 + random.next() ** 1.5 * 780),
    role: i === 0 ? "admin" : i === 1 ? "moderator" : "member",
    gold: i === 2 || (i > 3 && random.chance(0.18)),
    colors: bodyColors(random, i),
    theme: i === 0 ? PROFILE_THEMES[0] : random.pick(PROFILE_THEMES),
  }));
}

/** Picks plausible body colors: matching skin and legs, and now and then two odd shoes. */
function bodyColors(random: Random, index: number): BopiColors {
  const skin = index === 0 ? "ffd34d" : random.pick(SKINS);
  const shirt = index === 0 ? "f99205" : random.pick(CLOTHES);
  const sleeve = random.chance(0.5) ? shirt : skin;
  const legs = random.pick(CLOTHES.filter((color) => color !== shirt));
  const shoe = random.pick(SHOES);
  const glove = random.chance(0.15) ? random.pick(CLOTHES) : skin;
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
    right_shoe: random.chance(0.1) ? random.pick(SHOES) : shoe,
  };
}
