import { readListView, readPage } from "#domain/api/list-view.ts";
import { buddyListRoute } from "#domain/buddies/api.ts";
import { conversationListRoute } from "#domain/conversations/api.ts";
import { FOLLOW_TABS, followListRoute } from "#domain/follows/api.ts";
import { showcaseRoute } from "#domain/levels/api.ts";
import { SITE } from "#domain/site.ts";
import { type Profile, profileRoute, userListRoute } from "#domain/users/api.ts";
import { directoryInput, readDirectoryView } from "#domain/users/view.ts";
import { profileShareCard, sharePicturePath } from "../../share/share-card.ts";
import { excerpt, ownerOf, type PageDefinition, pageHead, preloadRoute } from "../page.ts";
import { renderHeadingHtml, renderPeopleHtml, renderProfileHtml } from "../render-html.ts";

/** Pages of users, buddies and chats. */
export const PEOPLE_PAGES: PageDefinition[] = [
  {
    path: "/users",
    chunk: () => "web/features/users/pages/directory-page.tsx",
    preload: (_, query) => [preloadRoute(userListRoute, {}, directoryInput(readDirectoryView(query), 1))],
    defaultHead: pageHead("Users", "Everyone who plays here, and who's online or in a game right now."),
    renderHtml: ([response]) => {
      const { data } = response as { data: { username: string }[] };
      return renderPeopleHtml(
        "Users",
        data.map(({ username }) => username),
      );
    },
  },
  {
    path: "/users/:username",
    chunk: () => "web/features/users/pages/profile-page.tsx",
    preload: ({ username = "" }) => [
      preloadRoute(profileRoute, { username }),
      preloadRoute(showcaseRoute, { username }),
    ],
    defaultHead: pageHead("Profile"),
    head: ([response]) => {
      const { user } = response as { user: Profile };
      const { username, bio } = user;
      return {
        title: `${username} · ${SITE.name}`,
        previewTitle: username,
        description: excerpt(bio, `${username} on ${SITE.name}.`),
        image: sharePicturePath(profileShareCard(user), username),
        type: "profile",
      };
    },
    renderHtml: ([response]) => {
      const { username, bopi, custom_theme } = (response as { user: Profile }).user;
      return renderProfileHtml(username, bopi.avatar_url, custom_theme);
    },
    picture: ([response]) => ownerOf(response).bopi.avatar_url,
  },
  {
    path: "/users/:username/achievements",
    chunk: () => "web/features/achievements/pages/achievements-page.tsx",
    // The page loads the list itself, because it needs the user id from the profile.
    preload: ({ username = "" }) => [preloadRoute(profileRoute, { username })],
    defaultHead: pageHead("Achievements"),
    head: ([response]) => {
      const { username } = ownerOf(response);
      return pageHead(`${username}'s Achievements`, `What ${username} has achieved on ${SITE.name}.`);
    },
    // For a member this may be their own page, with a different heading.
    renderHtml: ([response], isMember) =>
      isMember ? "" : renderHeadingHtml(`${ownerOf(response).username}'s Achievements`),
  },
  ...["/users/:username/buddies", "/users/:username/buddies/:tab"].map(
    (path): PageDefinition => ({
      path,
      chunk: () => "web/features/buddies/pages/buddies-page.tsx",
      preload: ({ username = "", tab = "buddies" }, query) => [
        preloadRoute(buddyListRoute, { username, tab }, readListView(query)),
      ],
      defaultHead: pageHead("Buddies"),
      head: ([response]) => pageHead(`${ownerOf(response).username}'s Buddies`),
    }),
  ),
  ...FOLLOW_TABS.map(
    (followTab): PageDefinition => ({
      path: `/users/:username/${followTab}`,
      chunk: () => "web/features/follows/pages/follows-page.tsx",
      preload: ({ username = "" }, query) => [
        preloadRoute(followListRoute, { username, followTab }, { page: readPage(query) }),
      ],
      defaultHead: pageHead("Followers"),
      head: ([response]) => {
        const { username } = ownerOf(response);
        return pageHead(followTab === "followers" ? `${username}'s followers` : `Followed by ${username}`);
      },
    }),
  ),
  {
    path: "/blocks",
    chunk: () => "web/features/blocks/pages/blocks-page.tsx",
    defaultHead: pageHead("Blocked users"),
  },
  {
    path: "/chat",
    chunk: () => "web/features/conversations/pages/chat-page.tsx",
    // A moderator's chat view is loaded by the page, because every view is logged.
    preload: (_, query) => (query.has("as") ? [] : [preloadRoute(conversationListRoute, {}, { page: 1 })]),
    defaultHead: pageHead("Chat", "Private messages between players."),
  },
];
