/** The columns of `users` that achievements depend on. Triggers maintain the counts. */
export const ACHIEVEMENT_STATS = [
  "clears_count",
  "public_levels_count",
  "plays_sum",
  "ratings_count",
  "comments_written",
  "buddies_count",
  "purchases_count",
  "sales_count",
  "spirit_level",
  "challenges_count",
] as const;
export type AchievementStat = (typeof ACHIEVEMENT_STATS)[number];

export interface AchievementDefinition {
  /** Stored with users who have it. Never reused. */
  id: number;
  name: string;
  description?: string;
  /** The target for the set's stat. */
  value: number;
  reward?: { coins: number; xp: number };
}

export interface AchievementSetDefinition {
  id: number;
  /** The file name of its picture: /static/achievements/{slug}.svg. */
  slug: string;
  name: string;
  description: string;
  default_achievement_description: string;
  stat: AchievementStat;
  achievements: readonly AchievementDefinition[];
}

type Step = [name: string, value: number, coins?: number, xp?: number, description?: string];

function set(
  id: number,
  slug: string,
  name: string,
  description: string,
  stat: AchievementStat,
  default_achievement_description: string,
  steps: Step[],
): AchievementSetDefinition {
  const achievements = steps.map(([title, value, coins = 0, xp = 0, text], i) => ({
    id: id * 10 + i,
    name: title,
    value,
    ...(text && { description: text }),
    ...((coins || xp) && { reward: { coins, xp } }),
  }));
  return { id, slug, name, description, default_achievement_description, stat, achievements };
}

/** Add a line for a new achievement: the schedule awards it to everyone who has reached it. Never change an id. */
export const ACHIEVEMENT_SETS: readonly AchievementSetDefinition[] = [
  set(1, "explorer", "Explorer", "See the far end of levels.", "clears_count", "Clear {value} levels.", [
    ["First flag", 1, 10, 25, "Clear a level."],
    ["Well travelled", 10, 25, 50],
    ["Pathfinder", 50, 50, 150],
    ["Globetrotter", 250, 100, 400],
    ["Nothing left to see", 1_000, 250, 1_000],
  ]),
  set(2, "builder", "Builder", "Make worlds for others.", "public_levels_count", "Publish {value} levels.", [
    ["Ground breaking", 1, 10, 25, "Publish a level."],
    ["A small street", 3, 25, 50],
    ["Neighborhood", 10, 50, 150],
    ["City planner", 25, 100, 400],
    ["Metropolis", 100, 250, 1_000],
  ]),
  set(
    3,
    "crowd",
    "Crowd puller",
    "Have your levels played.",
    "plays_sum",
    "Have your levels played {value} times.",
    [
      ["Someone came", 10, 10, 25],
      ["Full house", 100, 25, 50],
      ["Talk of the town", 1_000, 50, 150],
      ["Sold out", 10_000, 100, 400],
      ["Household name", 100_000, 250, 1_000],
    ],
  ),
  set(4, "critic", "Critic", "Say what you think of levels.", "ratings_count", "Rate {value} levels.", [
    ["An opinion", 1, 5, 10, "Rate a level."],
    ["A fine eye", 10, 15, 30],
    ["Columnist", 50, 40, 100],
    ["Jury member", 200, 75, 250],
    ["Nothing escapes you", 500, 150, 500],
  ]),
  set(5, "voice", "Town voice", "Join the conversation.", "comments_written", "Write {value} comments.", [
    ["Hello there", 1, 5, 10, "Write a comment."],
    ["Chatty", 10, 15, 30],
    ["Regular", 50, 40, 100],
    ["Town crier", 200, 75, 250],
    ["Legend has it", 1_000],
  ]),
  set(6, "buddy", "Good company", "Find people to play with.", "buddies_count", "Have {value} buddies.", [
    ["Two of us", 1, 5, 10, "Have a buddy."],
    ["High five", 5, 15, 30],
    ["A team", 15, 40, 100],
    ["Everyone's friend", 50, 75, 250],
    ["The whole block", 100],
  ]),
  set(7, "wardrobe", "Wardrobe", "Fill your bopi's wardrobe.", "purchases_count", "Get {value} items.", [
    ["New look", 1, 5, 10, "Get an item."],
    ["Dresser", 5, 15, 30],
    ["Walk-in closet", 20, 40, 100],
    ["Trendsetter", 50, 75, 250],
    ["Museum of fashion", 150, 150, 500],
  ]),
  set(8, "merchant", "Merchant", "Sell what you make.", "sales_count", "Sell {value} copies.", [
    ["First customer", 1, 5, 25, "Sell a copy."],
    ["Market stall", 10, 15, 50],
    ["Boutique", 100, 40, 150],
    ["Department store", 1_000, 75, 400],
    ["Fashion house", 10_000, 150, 1_000],
  ]),
  set(9, "spirit", "Spirit", "Raise your spirit.", "spirit_level", "Reach spirit level {value}.", [
    ["Warming up", 2, 5],
    ["Spark", 5, 25],
    ["Flame", 10, 50],
    ["Bonfire", 25, 100],
    ["Northern lights", 50, 250],
  ]),
  set(
    10,
    "daily",
    "Every day",
    "Complete daily challenges.",
    "challenges_count",
    "Complete {value} daily challenges.",
    [
      ["Today's the day", 1, 5, 25, "Complete a daily challenge."],
      ["A good week", 7, 25, 75],
      ["Monthly pass", 30, 75, 250],
      ["A hundred sunsets", 100, 150, 600],
      ["Around the sun", 365, 500, 2_000],
    ],
  ),
];

export const achievementPicture = (slug: string): string => `/static/achievements/${slug}.svg`;

export const describeAchievement = (
  { default_achievement_description }: Pick<AchievementSetDefinition, "default_achievement_description">,
  { description, value }: Pick<AchievementDefinition, "description" | "value">,
): string => description ?? default_achievement_description.replace("{value}", value.toLocaleString("en-US"));
