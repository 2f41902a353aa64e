import { formatNumber } from "#web/lib/format.ts";

export const settingsText = {
  title: "Settings",
  sections: "Sections of your settings",
  tabs: { account: "Account", privacy: "Privacy", appearance: "Appearance", billing: "Billing" },
  loading: "Loading your account",
  /** Messages for links to this page, by their code (`?message=` and `?error=`). */
  arrivals: {
    message: { discord_linked: "Your Discord account is linked. You can close this tab." },
    error: {
      discord_denied: "Discord wasn't linked, because you didn't allow it there.",
      discord_expired: "Discord wasn't linked: it took too long, or started in another browser. Try again.",
      discord_taken: "That Discord account is linked to someone else here.",
      discord_failed: "Something went wrong at Discord. Try again in a minute.",
      discord_already: "A Discord account is already linked. Unlink it first.",
      discord_busy: "Too many tries. Wait a few minutes before you link Discord again.",
      discord_off: "Discord can't be linked on this site.",
    },
  } as Record<"message" | "error", Record<string, string>>,
  save: "Save",
} as const;

export const accountText = {
  you: "You",
  id: "Account ID",
  username: "Username",
  gold: "Gold",
  goldUntil: (date: string) => `Until ${date}`,
  goldForEver: "No end date",
  noGold: "Learn about Gold",
  spirit: "Spirit level",
  spiritOf: (level: number, xp: number) => `${formatNumber(level)}, with ${formatNumber(xp)} XP`,
  goldenName: "Golden username",
  goldenNameHint: "Your name shines wherever others see it.",
  goldenNameNeedsGold: "For Gold members.",
  profile: "See your profile",
  bio: "Bio",
  bioHint: "What others read on your profile",
  email: "Email",
  emailText: "For signing in and account safety. Never shown to anyone.",
  verified: "Verified",
  notVerified: "Not verified",
  resend: "Send link again",
  changeEmail: "Change email",
  changeEmailText: "We'll send a link to the new address. It's unverified until you open it.",
  newEmail: "New email address",
  password: "Password",
  passwordText: "Changing it signs out every other browser.",
  changePassword: "Change password",
  currentPassword: "Current password",
  newPassword: "New password",
} as const;

export const leavingText = {
  export: "Your data",
  exportText:
    "Everything we store about you, as a zip of JSON files: account, levels, items, transactions, chats and more.",
  startExport: "Prepare my data",
  startAgain: "Prepare it again",
  startText: "We prepare it in the background, which takes a few minutes. We'll notify you when it's ready.",
  waiting: "Your data is being prepared. You can leave this page.",
  ready: (size: string) => `Your data is ready: ${size}.`,
  expires: ", expires ",
  failed: "Your data couldn't be prepared. Try again.",
  download: "Download",
  packedAt: "Prepared ",
  danger: "Delete your account",
  dangerText: "This is permanent. We can't undo it.",
  delete: "Delete account",
  deleteTitle: "Delete your account permanently?",
  deleted: "What's deleted",
  deletedText:
    "Your name, email address, bio, bopi, buddies, outfits, private levels, links to other services, and Gold.",
  remains: "What stays",
  remainsText:
    "Public levels and items you made, and what you wrote to others, without your name. No one else can take your username for a year.",
  typeName: (username: string) => `Type your username, ${username}`,
  notTheName: "That's not your username.",
} as const;

export const privacyText = {
  reach: "Who can reach you",
  reachText: "Staff can always message you.",
  message: "Who can message you",
  comment: "Who can comment on your profile",
  join: "Who can join you in game",
  presence: "Visibility",
  offline: "Appear offline",
  offlineHint: "No one sees when you're online or what you play.",
  notices: "Notifications",
  noticesText: "Choose which notifications you get.",
  noticesLink: "Notification settings",
} as const;

export const appearanceText = {
  theme: "Site theme",
  sounds: "Sounds",
  themeText: "Preview it now, then save to keep it.",
  saveTheme: "Save theme",
  saved: "Theme saved.",
  levels: "Your levels on your profile",
  levelsText: "Favorite your own levels to show them first on your profile, newest to oldest.",
  levelsLink: "Your levels",
} as const;
