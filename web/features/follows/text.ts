import { formatNumber } from "#web/lib/format.ts";

export const followsText = {
  follow: "Follow",
  following: "Following",
  followPerson: (username: string) => `Follow ${username}`,
  unfollowPerson: (username: string) => `Following ${username}. Unfollow?`,
  title: {
    followers: (username: string) => `${username}'s followers`,
    following: (username: string) => `Followed by ${username}`,
  },
  profile: "Profile",
  tabsLabel: "Followers and followed",
  tabs: { followers: "Followers", following: "Following" },
  loading: "Loading people",
  spirit: (level: number) => `Spirit level ${formatNumber(level)}`,
  none: {
    followers: (username: string) => `No one follows ${username} yet.`,
    following: (username: string) => `${username} doesn't follow anyone yet.`,
  },
  noneTitle: "No users found",
  toProfile: (username: string) => `See ${username}'s profile`,
} as const;
