import { achievementsPage } from "#domain/achievements/api.ts";
import { buddiesPage } from "#domain/buddies/api.ts";
import { followersPage, followingPage } from "#domain/follows/api.ts";
import { SITE } from "#domain/site.ts";
import { directoryPage, profilePage } from "#domain/users/api.ts";
import { profileShareCard, sharePicturePath } from "../../share/share-card.ts";
import { excerpt, pageHead, type ViewEntry, viewOf } from "../page-view.ts";
import { renderHeadingHtml, renderPeopleHtml, renderProfileHtml } from "../render-html.ts";

/** Pages of users and buddies. */
export const PEOPLE_VIEWS: readonly ViewEntry[] = [
  viewOf(directoryPage, {
    renderHtml: ([{ data }]) =>
      renderPeopleHtml(
        directoryPage.title,
        data.map(({ username }) => username),
      ),
  }),
  viewOf(profilePage, {
    head: ([{ user }]) => {
      const { username, bio } = user;
      return {
        title: `${username} · ${SITE.name}`,
        previewTitle: username,
        description: excerpt(bio, `${username} on ${SITE.name}.`),
        image: sharePicturePath(profileShareCard(user), username),
        type: "profile",
      };
    },
    renderHtml: ([{ user }]) => renderProfileHtml(user.username, user.bopi.avatar_url, user.custom_theme),
    picture: ([{ user }]) => user.bopi.avatar_url,
  }),
  viewOf(achievementsPage, {
    head: ([
      {
        user: { username },
      },
    ]) => pageHead(`${username}'s Achievements`, `What ${username} has achieved on ${SITE.name}.`),
    // For a member this may be their own page, with a different heading.
    renderHtml: ([{ user }], isMember) =>
      isMember ? "" : renderHeadingHtml(`${user.username}'s Achievements`),
  }),
  viewOf(buddiesPage, { head: ([{ user }]) => pageHead(`${user.username}'s Buddies`) }),
  viewOf(followersPage, { head: ([{ user }]) => pageHead(`${user.username}'s followers`) }),
  viewOf(followingPage, { head: ([{ user }]) => pageHead(`Followed by ${user.username}`) }),
];
