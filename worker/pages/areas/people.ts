import { readListView } from "#domain/api/list-view.ts";
import { buddyListRoute } from "#domain/buddies/api.ts";
import { conversationListRoute } from "#domain/conversations/api.ts";
import { showcaseRoute } from "#domain/levels/api.ts";
import { SITE } from "#domain/site.ts";
import { type Profile, profileRoute, userListRoute } from "#domain/users/api.ts";
import { directoryInput, readDirectoryView } from "#domain/users/view.ts";
import { ask, ownerOf, type Page, plain, summary } from "../page.ts";
import { headingPaint, peoplePaint, profilePaint } from "../paint.ts";

/** People and what they say to each other alone. */
export const PEOPLE_PAGES: Page[] = [
  {
    path: "/users",
    chunk: () => "web/features/users/directory-page.tsx",
    preload: (_, query) => [ask(userListRoute, {}, directoryInput(readDirectoryView(query), 1))],
    plain: plain("Users", "Everybody who lives here, and who is online or in a game right now."),
    paint: ([answer]) => {
      const { data } = answer as { data: { username: string }[] };
      return peoplePaint(
        "Users",
        data.map(({ username }) => username),
      );
    },
  },
  {
    path: "/users/:username",
    chunk: () => "web/app/pages/profile-page.tsx",
    preload: ({ username = "" }) => [ask(profileRoute, { username }), ask(showcaseRoute, { username })],
    plain: plain("Profile"),
    head: ([answer]) => {
      const { username, bio } = (answer as { user: { username: string; bio: string } }).user;
      return {
        title: `${username} · ${SITE.name}`,
        description: summary(bio, `${username} on ${SITE.name}.`),
        image: null,
        type: "profile",
      };
    },
    paint: ([answer]) => {
      const { username, bopi, custom_theme } = (answer as { user: Profile }).user;
      return profilePaint(username, bopi.avatar_url, custom_theme);
    },
    picture: ([answer]) => ownerOf(answer).bopi.avatar_url,
  },
  {
    path: "/users/:username/achievements",
    chunk: () => "web/features/achievements/achievements-page.tsx",
    // The list goes by the id, which comes with the profile.
    preload: ({ username = "" }) => [ask(profileRoute, { username })],
    plain: plain("Achievements"),
    head: ([answer]) => {
      const { username } = ownerOf(answer);
      return plain(`${username}'s Achievements`, `What ${username} has achieved on ${SITE.name}.`);
    },
    // To a member they may be their own, under another heading.
    paint: ([answer], isMember) =>
      isMember ? "" : headingPaint(`${ownerOf(answer).username}'s Achievements`),
  },
  ...["/users/:username/buddies", "/users/:username/buddies/:tab"].map(
    (path): Page => ({
      path,
      chunk: () => "web/features/buddies/buddies-page.tsx",
      preload: ({ username = "", tab = "buddies" }, query) => [
        ask(buddyListRoute, { username, tab }, readListView(query)),
      ],
      plain: plain("Buddies"),
      head: ([answer]) => plain(`${ownerOf(answer).username}'s Buddies`),
    }),
  ),
  { path: "/blocks", chunk: () => "web/features/blocks/blocks-page.tsx", plain: plain("Blocked users") },
  {
    path: "/chat",
    chunk: () => "web/app/pages/chat-page.tsx",
    // A moderator's look at somebody's chat is asked for by the page: it is written down.
    preload: (_, query) => (query.has("as") ? [] : [ask(conversationListRoute, {}, { page: 1 })]),
    plain: plain("Chat", "Private messages between players."),
  },
];
