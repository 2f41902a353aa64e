import { SITE } from "#domain/site.ts";
import { exact } from "#web/lib/format.ts";

/** Words of the settings page. */
export const settingsText = {
  title: "Settings",
  sections: "Sections of your settings",
  tabs: { account: "Account", privacy: "Privacy", appearance: "Appearance", billing: "Billing" },
  loading: "Loading your account",
  /** What a link to this page may bring along, by its code (`?message=` and `?error=`). */
  arrivals: {
    message: { discord_linked: "Your Discord account is linked. You can close this tab." },
    error: {
      discord_denied: "Discord was not linked: you did not allow it there.",
      discord_expired:
        "Discord was not linked: that took too long, or was begun in another browser. Try again.",
      discord_taken: "That Discord account is linked to somebody else here.",
      discord_failed: "Discord did not answer as it should. Try again in a minute.",
      discord_already: "A Discord account is linked already. Unlink it first.",
      discord_busy: "That was a lot at once. Wait a few minutes before you link Discord again.",
      discord_off: "Discord can't be linked on this site.",
    },
  } as Record<"message" | "error", Record<string, string>>,
  save: "Save",
} as const;

/** Words of the account tab. */
export const accountText = {
  you: "You",
  id: "Account ID",
  username: "Username",
  gold: "Gold",
  goldUntil: (date: string) => `Until ${date}`,
  goldForEver: "Yours, without an end",
  noGold: "See what Gold is",
  spirit: "Spirit level",
  spiritOf: (level: number, xp: number) => `${exact(level)}, with ${exact(xp)} XP`,
  goldenName: "Golden username",
  goldenNameHint: "Your name shines wherever others see it.",
  goldenNameNeedsGold: "For Gold members.",
  profile: "See your profile",
  bio: "Bio",
  bioHint: "What others read on your profile",
  email: "E-mail",
  emailText: `Gets you back in, and tells you of what happens to your account. Nobody on ${SITE.name} sees it.`,
  verified: "Verified",
  notVerified: "Not verified",
  resend: "Send the link again",
  changeEmail: "Change e-mail",
  changeEmailText: "The new address is unverified until you open the link we send to it.",
  newEmail: "New e-mail address",
  password: "Password",
  passwordText: "Changing it signs out every other browser.",
  changePassword: "Change password",
  currentPassword: "Current password",
  newPassword: "New password",
} as const;

/** Words of the data export and of deleting the account. */
export const leavingText = {
  export: "Your data",
  exportText:
    "Everything we keep about you, as a zip of JSON files: account, levels, items, transactions, chats and more.",
  startExport: "Pack my data",
  startAgain: "Pack it again",
  startText: "It is packed in the background, which takes a minute or a few. We tell you when it is ready.",
  waiting: "Your data is being packed. You may leave this page.",
  ready: (size: string) => `Your package is ready: ${size}.`,
  expires: ", goes ",
  failed: "Your data could not be packed. Try again.",
  download: "Download",
  packedAt: "Packed ",
  danger: "Delete your account",
  dangerText: "For good: nobody can bring it back.",
  delete: "Delete account",
  deleteTitle: "Delete your account for good?",
  goes: "What goes",
  goesText:
    "Your name, e-mail address, bio, bopi, buddies, outfits, private levels, links to other services, and Gold.",
  stays: "What stays",
  staysText: "Public levels and items you made, and what you wrote to others, without your name.",
  typeName: (username: string) => `Type your username, ${username}`,
  notTheName: "That is not your username.",
} as const;

/** Words of the privacy tab. */
export const privacyText = {
  reach: "Who can reach you",
  reachText: "Staff can always write to you.",
  message: "Who can message you",
  comment: "Who can comment on your profile",
  join: "Who can join you in game",
  presence: "Being seen",
  offline: "Appear offline",
  offlineHint: "Nobody sees when you are online or what you play.",
  notices: "Notifications",
  noticesText: "What the bell tells you, kind by kind.",
  noticesLink: "Choose what you are told",
} as const;

/** Words of the appearance tab. */
export const appearanceText = {
  theme: "Site theme",
  themeText: "You see it at once. It is kept when you save it.",
  keep: "Save theme",
  kept: "The theme is saved.",
  notKept: "The theme is set here, but could not be saved to your account.",
  levels: "Your levels on your profile",
  levelsText: "Favorite your own levels to have them shown first on your profile, newest to oldest.",
  levelsLink: "Your levels",
} as const;
