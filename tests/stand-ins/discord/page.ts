import { escapeHtml, page } from "../page.ts";
import type { DiscordPerson } from "./people.ts";

const NOTICE = "Test mode: this page simulates Discord. The people are made up.";

/** Lets the user choose a person and authorize the site. The form posts to the page's own URL. */
export const authorizePage = (people: readonly DiscordPerson[], scopes: readonly string[]): string => {
  const buttons = people.map(({ id, username, global_name }) => {
    return `<button name="person" value="${id}">Authorize as ${escapeHtml(global_name ?? username)}</button>`;
  });
  return page(
    "Authorize (stand-in)",
    NOTICE,
    `<h1>Link a Discord account</h1>
<p>The site requests: ${scopes.map(escapeHtml).join(", ")}.</p>
<form method="post">${buttons.join("\n")}
<button class="plain" name="cancel" value="1">Cancel</button></form>`,
  );
};

export const problemPage = (problem: string): string =>
  page("Not authorized (stand-in)", NOTICE, `<h1>This can't be authorized</h1><p>${escapeHtml(problem)}</p>`);
